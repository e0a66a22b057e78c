import { fail, refuseToken, refuseValue, type AuthErrorReason } from "./auth-error.ts";
import { readMembers, type AuthorizationResponse } from "./authorization-response.ts";
import type { Context } from "./context.ts";
import { describeRandomValue, describeValue } from "./describe-value.ts";
import { request } from "./http.ts";
import { verifyIdToken } from "./id-token.ts";
import type { IdTokenPayload } from "./id-token-claims.ts";
import { omitFalsy, toRecord } from "./records.ts";
import type { Transaction } from "./transactions.ts";

/** The result of a login. A value that the response did not contain is null. */
export interface AuthResult {
  /**
   * The access token for the API of the audience, and for `userInfo`; opaque to the application.
   */
  readonly accessToken: string | null;
  /** The ID token, a JWT. */
  readonly idToken: string | null;
  /** The verified claims of the ID token. */
  readonly idTokenPayload: IdTokenPayload | null;
  /**
   * The refresh token for `client.oauthToken`, where `offline_access` was requested and granted.
   */
  readonly refreshToken: string | null;
  /** The lifetime of the access token in seconds, as text. */
  readonly expiresIn: string | null;
  /** `Bearer`. */
  readonly tokenType: string | null;
  /** The granted scopes, where they differ from the requested ones. */
  readonly scope: string | null;
  /** The state of the response. */
  readonly state: string | null;
  /** The appState of `authorize`; the state itself where the caller passed a state to check. */
  readonly appState: unknown;
  /** The code of the response for a server to redeem, where this page did not redeem it. */
  readonly code?: string;
}

/**
 * Converts a response with a checked state to a result. Redeems the code if the transaction has a
 * verifier, and verifies the ID token.
 *
 * @throws AuthError `invalid_hash` when a requested token is missing, `invalid_token`, or the error
 *   of the token endpoint
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
  // Verify first: an attacker could have combined the code with another ID token.
  const { idTokenPayload: front } = await buildResult(context, response, transaction);
  const redeeming = requestTokens(context, {
    grant_type: "authorization_code",
    client_id,
    redirect_uri,
    code,
    code_verifier,
  });
  // OpenID Connect Core 1.0, section 3.1.3.3: the scope openid returns an ID token.
  const hasIdToken = ` ${scope} `.includes(" openid ");
  // One round trip less: the keys arrive with the token that they verify.
  if (hasIdToken) context.keySet.loadAhead();
  const tokens = await redeeming;
  if (hasIdToken) requireTokens(tokens, "id_token");
  const result = await buildResult(context, { ...tokens, state }, transaction);
  requireSameUser(front, result.idTokenPayload);
  return result;
}

/**
 * Requires the same user in the ID token of the authorization response (front channel) and in that
 * of the token endpoint (back channel).
 *
 * @see OpenID Connect Core 1.0, section 3.3.3.6
 */
function requireSameUser(front: IdTokenPayload | null, back: IdTokenPayload | null): void {
  if (!front || !back || front.sub === back.sub) return;
  refuseValue(
    "sub",
    "The code and the ID token have different users",
    "sub",
    describeValue(back.sub),
    describeValue(front.sub),
    "Do not use it. Log in again.",
  );
}

/**
 * Requests tokens from the token endpoint.
 *
 * @throws AuthError the error of the endpoint, `request_error` or `timeout`
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
    { form: omitFalsy(form) },
  );
}

/** Verifies the ID token of a response, if it has one, and returns the result. */
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

/** @throws AuthError `invalid_hash` when a response lacks a member of its response type */
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

/** The reasons to refuse the state of a response. */
export type StateReason = Extract<AuthErrorReason, `state_${string}`>;

/**
 * Refuses a response that belongs to no login of this page.
 *
 * @param expected the expected state, where it is known
 */
export function refuseState(reason: StateReason, found?: string, expected?: string): never {
  const sentences: Record<StateReason, string> = {
    state_missing: `, expected ${expected ? describeRandomValue(expected) : "the state of a pending login"}`,
    state_different: `, expected ${describeRandomValue(expected)}`,
    state_unknown:
      ", expected the state of a pending login: the login has finished, or started elsewhere",
    state_expired: ", the state of a login that started more than 30 minutes ago",
  };
  refuseToken(
    reason,
    `\`state\` does not match. It is ${describeRandomValue(found)}${sentences[reason]}.`,
    "Log in again. Read the response once, in the browser where the login started.",
  );
}
