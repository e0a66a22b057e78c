import { AuthError, type AuthErrorReason } from "./auth-error.ts";
import type { AuthorizationResponse } from "./authorization-response.ts";
import { includesType } from "./authorize-url.ts";
import { verifyIdToken, type IdTokenPayload } from "./id-token.ts";
import type { KeySet } from "./key-set.ts";
import type { Settings } from "./options.ts";
import type { ResolvedPorts } from "./ports.ts";
import type { Transaction } from "./transactions.ts";

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
}

/** What is needed to judge a response. */
export interface ResponseContext {
  readonly settings: Settings;
  readonly ports: ResolvedPorts;
  readonly keys: KeySet;
}

/**
 * Turns a response whose state has been checked into a result, once its ID token is verified.
 *
 * @throws AuthError `invalid_token`
 * @see OpenID Connect Core 1.0, section 3.2.2.8
 */
export async function acceptResponse(
  response: AuthorizationResponse,
  transaction: Transaction,
  { settings, ports, keys }: ResponseContext,
): Promise<AuthResult> {
  const { access_token: accessToken, id_token: idToken } = response;
  const payload =
    idToken === undefined
      ? null
      : await verifyIdToken(
          idToken,
          accessToken,
          {
            issuer: settings.issuer,
            clientID: transaction.clientID ?? settings.clientID,
            leeway: settings.leeway,
            now: ports.clock.now() / 1000,
            nonce: transaction.nonce,
            maxAge: transaction.maxAge,
            organization: transaction.organization,
          },
          keys,
          ports.crypto,
        );
  return {
    accessToken: accessToken ?? null,
    idToken: idToken ?? null,
    idTokenPayload: payload,
    refreshToken: response.refresh_token ?? null,
    expiresIn: response.expires_in ?? null,
    tokenType: response.token_type ?? null,
    scope: response.scope ?? null,
    state: response.state ?? null,
    appState: transaction.appState ?? null,
  };
}

/** The token that a response type promises and a response lacks, if there is one. */
export function findMissingToken(
  response: AuthorizationResponse,
  responseType: string,
): "access_token" | "id_token" | undefined {
  if (includesType(responseType, "token") && !response.access_token) return "access_token";
  if (includesType(responseType, "id_token") && !response.id_token) return "id_token";
  return undefined;
}

const stateReasons = {
  state_missing:
    "The response carries no state, so nothing shows that it answers a login started here.",
  state_different: "The response carries another state than the one to check it against.",
  state_unknown:
    "No login with this state is waiting here: its response was handled before, it began in another browser or at another address, or the storage was cleared or blocked.",
  state_expired: "The login took longer than 30 minutes.",
};

/** A response that belongs to no login of this page. Which way it failed is in `reason`. */
export function refuseState(
  reason: Extract<AuthErrorReason, keyof typeof stateReasons>,
): AuthError {
  return new AuthError({
    error: "invalid_token",
    errorDescription: "`state` does not match.",
    reason,
    remedy: `${stateReasons[reason]} Start the login again.`,
  });
}
