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
import { checkResponseType, readText, takeOptions } from "./options.ts";
import { isNone, keepFilled } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";
import { takeTransaction } from "./transactions.ts";

/** Options of `parseHash`. */
export interface ParseHashOptions {
  /** The fragment to read, or a query. Default: the fragment of the page's address. */
  readonly hash?: string | undefined;
  /** The state that the response must carry, for a request whose state the caller made and kept. */
  readonly state?: string | undefined;
  /** The nonce that the ID token must carry. Default: that of the login that `authorize` began. */
  readonly nonce?: string | undefined;
  /** What the response must contain. Default: what the login asked for, or else the constructor's. */
  readonly responseType?: string | undefined;
}

/**
 * Judges the fragment of a redirect. See `parseHash` of `WebAuth`.
 *
 * @throws TypeError that names the option which is wrong; rejects with AuthError
 * @see OpenID Connect Core 1.0, section 3.2.2.8; RFC 6749, section 10.12 (state)
 */
export function parseHash(context: Context, options: unknown): Promise<AuthResult | null> {
  const given = takeOptions(options ?? {});
  const own = {
    state: readText(given, "state"),
    nonce: readText(given, "nonce"),
    response_type: readText(given, "responseType"),
  };
  checkResponseType(own.response_type);
  const hash = isNone(given["hash"])
    ? requirePort(context, "location").hash()
    : readText(given, "hash");
  return judge(context, readHash(hash), own);
}

async function judge(
  context: Context,
  response: AuthorizationResponse,
  own: Record<"state" | "nonce" | "response_type", string>,
): Promise<AuthResult | null> {
  const { state, code, error } = response;
  // Before the login is used up: the tenant's own response may still come.
  checkIssuer(response, context.origin);
  if (error && state) await takeTransaction(context, state);
  throwResponseError(response);
  const hasToken = response.access_token ?? response.id_token ?? response.refresh_token;
  if (!hasToken && !code) return null;
  const refuse = (why: StateReason): null => {
    // What lacks a token is no response at all, whatever its state.
    if (hasToken) requireTokens(response, own.response_type || context.defaults["response_type"]);
    // Without PKCE a code alone is for the application's server, whatever its state.
    else if (!context.pkce) return null;
    return refuseState(why, state, own.state);
  };
  if (!state) return refuse("state_missing");
  if (own.state && own.state !== state) return refuse("state_different");
  const { parameters, appState, reason } = await takeTransaction(context, state);
  // A login whose state the caller checks need not have begun here.
  if (reason && !own.state) return refuse(reason);
  // Of a login that was begun without PKCE, or elsewhere: the code is not for here.
  if (!hasToken && !parameters["code_verifier"]) return null;
  return acceptResponse(context, response, {
    // Of a login that began elsewhere it is known what the constructor asks of every one.
    parameters: { ...context.defaults, ...parameters, ...keepFilled(own) },
    appState: own.state || appState,
  });
}
