import { omitFalsy, toRecord } from "./records.ts";

/**
 * The reasons for a refusal by the library: a closed list for code. Descriptions are for people.
 *
 * - a claim or a header parameter of the ID token (`aud`, `nonce`, `alg`, ...): missing or invalid
 * - `signature`: the ID token was changed, or another key signed it
 * - `kid`: the tenant has no such key
 * - `state_missing`: the response has no state
 * - `state_different`: the response has another state than the caller expects
 * - `state_unknown`: no login with this state is pending here (the state was used before, the
 *   login started elsewhere, or the storage was cleared)
 * - `state_expired`: the login with this state began more than 30 minutes ago
 * - `token_malformed`: the ID token is not a JWT
 * - `token_missing`: the response lacks a requested token or code
 * - `issuer_different`: the response names another tenant as its issuer (RFC 9207)
 * - `hash_malformed`: the fragment repeats a member, is not percent-encoded or is too long
 * - `keys_missing`: the tenant's keys could not be loaded
 * - `network`: no response, or one that this page may not read
 * - `time_limit`: no response in time
 * - `http_status`: a refusal of the service
 * - `body_malformed`: a response in the wrong form
 * - `redirect_uri_missing`, `origin_different`: the call requires a redirectUri of this page's
 *   origin
 * - `response_type`: the call does not support this response type
 * - `opener_missing`: no window opened this page
 * - `port_missing`: this runtime has no such port, and the options give none
 * - `port_failed`: a port (storage, frames, navigation) threw; `original` has the name of its
 *   failure
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

/** The facts of a failure besides its code and description. */
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
 * Reports any failure: of the service, of the network, or of a check.
 *
 * The library's own codes are listed here. All other codes are the service's own.
 *
 * - `invalid_token`, `invalid_hash`, `timeout`, `origin_mismatch`, `too_many_requests`
 * - `popup_blocked`, `popup_closed`
 * - `error`: a call that cannot work in this page
 * - `request_error`: no usable response
 * - `runtime_error`: a failure of storage, frames or crypto
 *
 * No text contains a token, a code, a password or another secret.
 */
export class AuthError extends Error {
  /** The service's name of the failure (`PasswordStrengthError`), or `AuthError`. */
  declare name: string;
  /** The code of the service (RFC 6749, section 4.2.2.1), or of the library. */
  declare readonly error: string;
  /** The same as {@link error}: the name in older libraries, for HTTP failures. */
  declare readonly code: string;
  /** A description for people. It may change, so code must not read it. */
  declare readonly errorDescription: string;
  /** The same as {@link errorDescription}: the name on the wire. */
  declare readonly error_description: string;
  /** The service's own object (the rules of a weak password), or {@link errorDescription}. */
  declare readonly description: string | Readonly<Record<string, unknown>>;
  /** The reason of a refusal by the library. */
  declare readonly reason?: AuthErrorReason;
  /** The remedy as a sentence for people. */
  declare readonly remedy?: string;
  /** The status of the HTTP response. */
  declare readonly statusCode?: number;
  /** The code of the Management API: `insufficient_scope`. */
  declare readonly errorCode?: string;
  /** The seconds to wait after too many requests. */
  declare readonly retryAfter?: number;
  /** The password policy that a new password violates, as a text of several lines. */
  declare readonly policy?: string;
  /** The state of the response. */
  declare readonly state?: string;
  /** The cause without secrets. It is not enumerable, which keeps logs short. */
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
    // A log prints each own property, so absent facts stay absent.
    Object.assign(this, texts, omitFalsy({ reason, ...facts }));
    if (original !== undefined) Object.defineProperty(this, "original", { value: original });
  }
}

/** Throws an AuthError. Unlike the statement `throw`, a call is allowed after `??`. */
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
 * Refuses an ID token, or the response with it, because of one of its values.
 *
 * @param name the name of the value
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
