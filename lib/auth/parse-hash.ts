import {
  acceptResponse,
  refuseState,
  requireTokens,
  type AuthResult,
  type StateReason,
} from "./accept-response.ts";
import {
  checkIssuer,
  readHash,
  throwResponseError,
  type AuthorizationResponse,
} from "./authorization-response.ts";
import type { Context } from "./context.ts";
import { checkResponseType, copyOptions, readText } from "./options.ts";
import { isMissing, omitFalsy } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";
import { takeTransaction } from "./transactions.ts";

/** Options of `parseHash`. */
export interface ParseHashOptions {
  /** The fragment to read, or a query. Default: the fragment of the page's URL. */
  readonly hash?: string | undefined;
  /** The expected state, for a request whose state the caller created and stored. */
  readonly state?: string | undefined;
  /** The expected nonce of the ID token. Default: the nonce of the stored login. */
  readonly nonce?: string | undefined;
  /** The expected response type. Default: that of the stored login, otherwise the constructor's. */
  readonly responseType?: string | undefined;
}

/** The values that the caller expects in a response; empty where the caller gave none. */
type Expected = Record<"state" | "nonce" | "response_type", string>;

/**
 * Reads the fragment of a redirect. See `parseHash` of `WebAuth`.
 *
 * @throws TypeError that names the wrong option; rejects with AuthError
 * @see OpenID Connect Core 1.0, section 3.2.2.8; RFC 6749, section 10.12 (state)
 */
export function parseHash(context: Context, options: unknown): Promise<AuthResult | null> {
  const given = copyOptions(options ?? {});
  const expected = {
    state: readText(given, "state"),
    nonce: readText(given, "nonce"),
    response_type: readText(given, "responseType"),
  };
  checkResponseType(expected.response_type);
  const hash = isMissing(given["hash"])
    ? requirePort(context, "location").hash()
    : readText(given, "hash");
  return processResponse(context, readHash(hash), expected);
}

async function processResponse(
  context: Context,
  response: AuthorizationResponse,
  expected: Expected,
): Promise<AuthResult | null> {
  const { state, code, error } = response;
  // Check the issuer before the transaction is removed: the tenant's own response may still arrive.
  checkIssuer(response, context.origin);
  if (error && state) await takeTransaction(context, state);
  throwResponseError(response);
  const hasToken = response.access_token ?? response.id_token ?? response.refresh_token;
  if (!hasToken && !code) return null;
  const refuse = (reason: StateReason): null => {
    // Without PKCE a code without tokens is for the application's server.
    if (!hasToken && !context.pkce) return null;
    // Report a missing token first, even if the state is wrong too.
    if (hasToken) {
      requireTokens(response, expected.response_type || context.defaults["response_type"]);
    }
    return refuseState(reason, state, expected.state);
  };
  if (!state) return refuse("state_missing");
  if (expected.state && expected.state !== state) return refuse("state_different");
  const { parameters, appState, reason } = await takeTransaction(context, state);
  // If the caller checks the state, the login may have begun elsewhere.
  if (reason && !expected.state) return refuse(reason);
  // This page cannot redeem the code of a login without PKCE.
  if (!hasToken && !parameters["code_verifier"]) return null;
  return acceptResponse(context, response, {
    // A login that began elsewhere has the constructor's parameters.
    parameters: { ...context.defaults, ...parameters, ...omitFalsy(expected) },
    appState: expected.state || appState,
  });
}
