import { keepFilled, toRecord } from "./records.ts";

/**
 * Why the library refused something, in a closed list that code may branch on. Descriptions are for people.
 *
 * - a claim or a header parameter of the ID token (`aud`, `nonce`, `alg`, ...): it is missing, or does not hold
 * - `signature`: the ID token was changed, or another key signed it
 * - `kid`: the tenant has no such key
 * - `state_missing`: the response carries no state
 * - `state_different`: the response carries another state than the caller expects
 * - `state_unknown`: no login with this state is waiting here (used before, started elsewhere, storage cleared)
 * - `state_expired`: the login with this state began more than 30 minutes ago
 * - `token_malformed`: what came as an ID token is none
 * - `token_missing`: the response lacks a token, or the code, that was asked for
 * - `issuer_different`: the response names another tenant as its issuer (RFC 9207)
 * - `hash_malformed`: the fragment repeats a member, is not percent-encoded or is too long
 * - `keys_missing`: the tenant's keys could not be had
 * - `network`: no answer came, or one that this page may not read
 * - `time_limit`: no answer came in time
 * - `http_status`: the service answered with a status that says no
 * - `body_malformed`: the service answered with something else than the contract says
 * - `redirect_uri_missing`, `origin_different`: the call needs a redirectUri, one of this page's origin
 * - `response_type`: the call cannot have what this response type brings
 * - `opener_missing`: no window opened this page
 * - `port_missing`: this place has no such port, and none was given
 * - `port_failed`: a port (storage, frames, navigation) threw; its failure's name is in `original`
 * - `crypto_missing`: this page has no WebCrypto
 */
export type AuthErrorReason =
  | "alg"
  | "at_hash"
  | "aud"
  | "auth_time"
  | "azp"
  | "body_malformed"
  | "c_hash"
  | "crit"
  | "crypto_missing"
  | "exp"
  | "hash_malformed"
  | "http_status"
  | "iat"
  | "iss"
  | "issued_in_the_future"
  | "issuer_different"
  | "keys_missing"
  | "kid"
  | "nbf"
  | "network"
  | "nonce"
  | "opener_missing"
  | "org_id"
  | "org_name"
  | "origin_different"
  | "port_failed"
  | "port_missing"
  | "redirect_uri_missing"
  | "response_type"
  | "signature"
  | "state_different"
  | "state_expired"
  | "state_missing"
  | "state_unknown"
  | "sub"
  | "time_limit"
  | "token_malformed"
  | "token_missing";

/** What is known of a failure besides its code and description. */
interface AuthErrorFacts {
  readonly remedy?: string | undefined;
  /** Default: `AuthError`. */
  readonly name?: string | undefined;
  /** Default: the error description. */
  readonly description?: Readonly<Record<string, unknown>> | undefined;
  readonly statusCode?: number | undefined;
  readonly errorCode?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly policy?: string | undefined;
  readonly state?: string | undefined;
  readonly original?: unknown;
}

/**
 * The one form of every failure: of the service, of the network, of a response that does not hold.
 *
 * Codes of the library itself: `invalid_token`, `invalid_hash`, `timeout` (no answer in time), `origin_mismatch`, `popup_blocked`,
 * `popup_closed`, `error` (a call that cannot work where it is), `request_error` (no usable answer from the
 * service), `too_many_requests`, `runtime_error` (storage, frames or crypto of this place failed). All others
 * are the service's own, passed on.
 *
 * No text of it holds a token, a code, a password or another secret.
 */
export class AuthError extends Error {
  /** The service's own name of the failure (`PasswordStrengthError`), or `AuthError`. */
  declare name: string;
  /** The code: the service's own (RFC 6749, section 4.2.2.1), or one of the library's. */
  declare readonly error: string;
  /** The same as {@link error}: the name that HTTP failures had in the callbacks of older libraries. */
  declare readonly code: string;
  /** What happened, for people. May change at any time: no code should read it. */
  declare readonly errorDescription: string;
  /** The same as {@link errorDescription}: the spelling on the wire. */
  declare readonly error_description: string;
  /** The service's own where it is an object (the rules of a weak password), or {@link errorDescription}. */
  declare readonly description: string | Readonly<Record<string, unknown>>;
  /** Why the library itself refused, where it did. */
  declare readonly reason?: AuthErrorReason;
  /** The remedy, a sentence for people. */
  declare readonly remedy?: string;
  /** Status of the HTTP response, where one came. */
  declare readonly statusCode?: number;
  /** The management interface's own code, where it sent one: `insufficient_scope`. */
  declare readonly errorCode?: string;
  /** In how many seconds the service takes the next request, where it has had too many and says so. */
  declare readonly retryAfter?: number;
  /** The password policy that a new password breaks, as a text of several lines. */
  declare readonly policy?: string;
  /** The state that the response carried. */
  declare readonly state?: string;
  /** The cause, without secrets. Not enumerable, so that a logged error stays short. */
  declare readonly original?: unknown;

  constructor(
    error: string,
    errorDescription: string,
    reason?: AuthErrorReason,
    { original, ...facts }: AuthErrorFacts = {},
  ) {
    super(errorDescription);
    const texts = {
      name: "AuthError",
      error,
      code: error,
      errorDescription,
      error_description: errorDescription,
      description: errorDescription,
    };
    // Absent facts stay absent, so that an error prints as what is known about it and nothing else.
    Object.assign(this, texts, keepFilled({ reason, ...facts }));
    if (original !== undefined) Object.defineProperty(this, "original", { value: original });
  }
}

/** Throws an AuthError. A function can stand where a statement cannot, as after `??`. */
export function fail(...facts: ConstructorParameters<typeof AuthError>): never {
  throw new AuthError(...facts);
}

/** Refuses an ID token, or the response with it. */
export function refuseToken(
  reason: AuthErrorReason,
  errorDescription: string,
  remedy: string,
): never {
  fail("invalid_token", errorDescription, reason, { remedy });
}

/**
 * Refuses an ID token, or the response with it, for one of its values.
 *
 * @param name of the value
 * @param found the value, described without a secret
 */
export function refuseValue(
  reason: AuthErrorReason,
  problem: string,
  name: string,
  found: string,
  expected: string,
  remedy: string,
): never {
  refuseToken(reason, `${problem}: ${name} is ${found}, expected ${expected}.`, remedy);
}

/** Returns the name of a foreign failure. Its message could repeat a secret of the request. */
export function nameFailure(failure: unknown): { readonly name: unknown } {
  return { name: toRecord(failure)["name"] };
}
