/**
 * Why the library refused something, in a closed list that code may branch on. Descriptions are for people.
 *
 * - `claim_missing`: the ID token lacks a claim that is needed, or has it in another form
 * - `state_missing`: the response carries no state
 * - `state_different`: the response carries another state than the caller expects
 * - `state_unknown`: no login with this state is waiting here (used before, started elsewhere, storage cleared)
 * - `state_expired`: the login with this state began more than 30 minutes ago
 */
export type AuthErrorReason =
  | "access_token_hash_different"
  | "algorithm_unsupported"
  | "audience_different"
  | "auth_time_too_old"
  | "authorized_party_different"
  | "body_malformed"
  | "claim_missing"
  | "critical_header_unsupported"
  | "crypto_unavailable"
  | "expired"
  | "hash_malformed"
  | "http_status"
  | "issued_in_the_future"
  | "issuer_different"
  | "key_unknown"
  | "keys_unavailable"
  | "network"
  | "nonce_different"
  | "not_yet_valid"
  | "organization_different"
  | "origin_different"
  | "port_failed"
  | "redirect_uri_missing"
  | "response_type_unsupported"
  | "signature_wrong"
  | "state_different"
  | "state_expired"
  | "state_missing"
  | "state_unknown"
  | "timeout"
  | "token_malformed"
  | "token_missing";

/** What an {@link AuthError} is made of. */
interface AuthErrorParts {
  readonly error: string;
  readonly errorDescription: string;
  readonly reason?: AuthErrorReason | undefined;
  readonly remedy?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly state?: string | undefined;
  readonly original?: unknown;
}

/**
 * The one form of every failure: of the service, of the network, of a response that does not hold.
 *
 * Codes of the library itself: `invalid_token`, `invalid_hash`, `timeout`, `origin_mismatch`, `error` (a
 * session check that cannot start), `request_error` (no usable answer from the service), `runtime_error`
 * (storage, frames or crypto of this place failed). All others are the service's own, passed on.
 *
 * No text of it holds a token, a code, a password or another secret.
 */
export class AuthError extends Error {
  static {
    this.prototype.name = "AuthError";
  }

  /** The code: the service's own (RFC 6749, section 4.2.2.1), or one of the library's. */
  readonly error: string;
  /** What happened, for people. May change at any time: no code should read it. */
  readonly errorDescription: string;
  /** Why the library itself refused, where it did. */
  declare readonly reason?: AuthErrorReason;
  /** What to do about it, where there is one thing to do. */
  declare readonly remedy?: string;
  /** Status of the HTTP response, where one came. */
  declare readonly statusCode?: number;
  /** The state that the response carried. */
  declare readonly state?: string;
  /** What came from below, with secrets taken out. Not enumerable, so that logging an error stays short. */
  declare readonly original?: unknown;

  constructor(parts: AuthErrorParts) {
    super(parts.errorDescription);
    this.error = parts.error;
    this.errorDescription = parts.errorDescription;
    // Absent parts stay absent, so that an error prints as what is known about it and nothing else.
    if (parts.reason !== undefined) this.reason = parts.reason;
    if (parts.remedy !== undefined) this.remedy = parts.remedy;
    if (parts.statusCode !== undefined) this.statusCode = parts.statusCode;
    if (parts.state !== undefined) this.state = parts.state;
    Object.defineProperty(this, "original", { value: parts.original, enumerable: false });
  }

  /** The same as {@link error}: the name that HTTP failures had in the callbacks of older libraries. */
  get code(): string {
    return this.error;
  }

  /** The same as {@link errorDescription}. */
  get description(): string {
    return this.errorDescription;
  }

  /** The same as {@link errorDescription}: the spelling on the wire. */
  get error_description(): string {
    return this.errorDescription;
  }
}

/** An ID token, or the response around it, that does not hold. */
export function invalidToken(
  reason: AuthErrorReason,
  errorDescription: string,
  remedy?: string,
): AuthError {
  return new AuthError({ error: "invalid_token", errorDescription, reason, remedy });
}

/** The failure to fetch signing keys, told as what it means for the token. */
export function toKeyFailure({ errorDescription, statusCode, original }: AuthError): AuthError {
  return new AuthError({
    error: "invalid_token",
    errorDescription: `The ID token cannot be verified without the tenant's signing keys. ${errorDescription}`,
    reason: "keys_unavailable",
    statusCode,
    original,
  });
}
