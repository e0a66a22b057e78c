import { fail, refuseToken, type AuthErrorReason } from "./auth-error.ts";
import { readMembers, type AuthorizationResponse } from "./authorization-response.ts";
import type { Context } from "./context.ts";
import { describeMark, describeValue } from "./describe-value.ts";
import { request } from "./http.ts";
import { verifyIdToken } from "./id-token.ts";
import type { IdTokenPayload } from "./id-token-claims.ts";
import { keepFilled, toRecord } from "./records.ts";
import type { Transaction } from "./transactions.ts";

/** What a login gives. What the response did not carry is null. */
export interface AuthResult {
  /** For the API of the audience, and `userInfo`; opaque to the application. */
  readonly accessToken: string | null;
  /** The ID token, a JWT. */
  readonly idToken: string | null;
  /** The claims of the ID token, verified. */
  readonly idTokenPayload: IdTokenPayload | null;
  /** For `client.oauthToken`; there when `offline_access` was asked for and granted. */
  readonly refreshToken: string | null;
  /** Lifetime of the access token in seconds, as a text. */
  readonly expiresIn: string | null;
  /** `Bearer`. */
  readonly tokenType: string | null;
  /** The scopes granted, where they differ from those asked for. */
  readonly scope: string | null;
  /** The state that the response carried. */
  readonly state: string | null;
  /** What `authorize` was given as appState; the state itself when the caller passed one to check. */
  readonly appState: unknown;
  /** The code, for a server to redeem: there when the response had one that was not redeemed here. */
  readonly code?: string;
}

/**
 * Turns a response whose state has been checked into a result: redeems its code when the transaction has a
 * verifier, and verifies its ID token.
 *
 * @throws AuthError `invalid_hash` when the response lacks what was asked for, `invalid_token`, or the token
 *   endpoint's own error
 * @see OpenID Connect Core 1.0, section 3.2.2.8; RFC 7636, section 4.5
 */
export async function acceptResponse(
  context: Context,
  response: AuthorizationResponse,
  transaction: Transaction,
): Promise<AuthResult> {
  const { client_id, redirect_uri, code_verifier, scope, response_type } = transaction.parameters;
  requireTokens(response, response_type);
  const { code, state } = response;
  if (!code_verifier || !code) return buildResult(context, response, transaction);
  // Before the code is worth anything: a code beside the wrong ID token was put there by somebody else.
  const { idTokenPayload: front } = await buildResult(context, response, transaction);
  const tokens = await requestTokens(context, {
    grant_type: "authorization_code",
    client_id,
    redirect_uri,
    code,
    code_verifier,
  });
  // OpenID Connect Core 1.0, section 3.1.3.3: who asks for openid gets an ID token.
  if (` ${scope} `.includes(" openid ")) requireTokens(tokens, "id_token");
  const result = await buildResult(context, { ...tokens, state }, transaction);
  requireSameUser(front, result.idTokenPayload);
  return result;
}

/** OpenID Connect Core 1.0, section 3.3.3.6: the ID token beside a code and that of the code name one user. */
function requireSameUser(front: IdTokenPayload | null, back: IdTokenPayload | null): void {
  if (!front || !back || front.sub === back.sub) return;
  refuseToken(
    "sub",
    `The code belongs to another user than the ID token beside it: sub is ${describeValue(back.sub)}, expected ${describeValue(front.sub)}.`,
    "Do not use it. Log in again.",
  );
}

/**
 * Asks the token endpoint.
 *
 * @throws AuthError its own error, `request_error` or `timeout`
 * @see RFC 6749, section 5
 */
export function requestTokens(
  context: Context,
  form: Record<string, string | undefined>,
): Promise<AuthorizationResponse> {
  return request(
    context,
    "/oauth/token",
    (body) => {
      const tokens = readMembers(toRecord(body));
      return tokens.access_token ? tokens : undefined;
    },
    { form: keepFilled(form) },
  );
}

/** Verifies the ID token of a response, if it has one, and gives the result its form. */
export async function buildResult(
  context: Context,
  response: AuthorizationResponse,
  { parameters, appState = null }: Transaction,
): Promise<AuthResult> {
  const { id_token: idToken = null, access_token: accessToken = null, code } = response;
  return {
    accessToken,
    idToken,
    idTokenPayload: idToken
      ? await verifyIdToken(context, parameters, idToken, { accessToken, code })
      : null,
    refreshToken: response.refresh_token ?? null,
    expiresIn: response.expires_in ?? null,
    tokenType: response.token_type ?? null,
    scope: response.scope ?? null,
    state: response.state ?? null,
    appState,
    ...(code && { code }),
  };
}

/** @throws AuthError `invalid_hash` when a response lacks what a response type promises */
export function requireTokens(response: AuthorizationResponse, responseType = ""): void {
  const { state } = response;
  for (const type of responseType.split(" ")) {
    const member = type === "token" ? "access_token" : type;
    if (!member || response[member]) continue;
    fail(
      "invalid_hash",
      `The response is incomplete: ${member} is missing, expected "${responseType}".`,
      "token_missing",
      { state, remedy: "Log in again, and check the response type." },
    );
  }
}

/** How the state of a response can fail. */
export type StateReason = Extract<AuthErrorReason, `state_${string}`>;

/**
 * Refuses a response that belongs to no login of this page. Its reason says in which way.
 *
 * @param expected the state that the response was to carry, where one is known
 */
export function refuseState(reason: StateReason, found?: string, expected?: string): never {
  const sentences: Record<StateReason, string> = {
    state_missing: `, expected ${expected ? describeMark(expected) : "that of a login from here"}`,
    state_different: `, expected ${describeMark(expected)}`,
    state_unknown: ", expected that of a pending login: this one was used, or started elsewhere",
    state_expired: ", of a login that was started more than 30 minutes ago",
  };
  refuseToken(
    reason,
    `\`state\` does not match. It is ${describeMark(found)}${sentences[reason]}.`,
    "Log in again, and read the response once, where the login was started.",
  );
}
