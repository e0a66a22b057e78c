import { AuthError, invalidToken } from "./auth-error.ts";
import { readMembers, type AuthorizationResponse } from "./authorization-response.ts";
import { malformedAnswer, request } from "./http.ts";
import { verifyIdToken, type IdTokenPayload } from "./id-token.ts";
import type { FindKey } from "./key-set.ts";
import type { Settings } from "./options.ts";
import type { ResolvedPorts } from "./ports.ts";
import { toRecord } from "./records.ts";
import type { Transaction, TransactionStore } from "./transactions.ts";

/** What a login gives. What the response did not carry is null. */
export interface AuthResult {
  readonly accessToken: string | null;
  readonly idToken: string | null;
  /** The claims of the ID token, verified. */
  readonly idTokenPayload: IdTokenPayload | null;
  readonly refreshToken: string | null;
  /** Lifetime of the access token in seconds, as a text. */
  readonly expiresIn: string | null;
  readonly tokenType: string | null;
  /** The scopes granted, where they differ from those asked for. */
  readonly scope: string | null;
  readonly state: string | null;
  /** What `authorize` was given as appState; the state itself when the caller passed one to check. */
  readonly appState: unknown;
  /** The code, for a server to redeem: there when the response had one that was not redeemed here. */
  readonly code?: string;
}

/** What the methods of one instance share. */
export interface ResponseContext {
  readonly settings: Settings;
  readonly ports: ResolvedPorts;
  readonly findKey: FindKey;
  readonly transactions: TransactionStore;
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
  response: AuthorizationResponse,
  transaction: Transaction,
  context: ResponseContext,
): Promise<AuthResult> {
  const { parameters } = transaction;
  const { client_id, redirect_uri, code_verifier, scope, response_type } = parameters;
  requireTokens(response, response_type);
  const { code, state } = response;
  if (!code_verifier || !code) return buildResult(response, transaction, context);
  const tokens = await requestTokens(
    { grant_type: "authorization_code", client_id, redirect_uri, code, code_verifier },
    context,
  );
  // OpenID Connect Core 1.0, section 3.1.3.3: who asks for openid gets an ID token.
  requireTokens(tokens, /\bopenid\b/.test(scope ?? "") ? "id_token" : "");
  return buildResult({ ...tokens, state }, transaction, context);
}

/**
 * Asks the token endpoint.
 *
 * @throws AuthError its own error, or `request_error`
 * @see RFC 6749, section 5
 */
export async function requestTokens(
  form: Record<string, string | undefined>,
  { settings, ports }: ResponseContext,
): Promise<AuthorizationResponse> {
  const url = `${settings.origin}/oauth/token`;
  const tokens = readMembers(toRecord(await request(ports.fetch, { url, form })));
  if (tokens.access_token) return tokens;
  throw malformedAnswer(url);
}

/** Verifies the ID token of a response, if it has one, and gives the result its form. */
export async function buildResult(
  response: AuthorizationResponse,
  { parameters, appState = null }: Transaction,
  context: ResponseContext,
): Promise<AuthResult> {
  const { id_token: idToken = null, access_token: accessToken = null, code } = response;
  return {
    accessToken,
    idToken,
    idTokenPayload: idToken ? await verifyIdToken(idToken, accessToken, parameters, context) : null,
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
  for (const type of responseType.split(" ").filter(Boolean)) {
    const member = type === "token" ? "access_token" : type === "code" ? type : "id_token";
    if (response[member]) continue;
    throw new AuthError(
      "invalid_hash",
      `The response lacks the ${member}. Start again.`,
      "token_missing",
      {
        state: response.state,
      },
    );
  }
}

const stateReasons = {
  state_missing: "There is none.",
  state_different: "It is another.",
  state_unknown:
    "No login with it waits here: it was answered already, began elsewhere, or the storage was cleared.",
  state_expired: "The login took over 30 minutes.",
};

/** A response that belongs to no login of this page. Which way it failed is in `reason`. */
export function refuseState(reason: keyof typeof stateReasons): AuthError {
  return invalidToken(reason, "`state` does not match.", `${stateReasons[reason]} Start again.`);
}
