/** The reasons for a missing access token. Each determines when the next token is requested. */
export type NoTokenCode =
  /** The token endpoint refuses the credential, and would refuse it again. */
  | "refused"
  /** The tenant has no credential to request a token with. */
  | "missing"
  /** The rate limit of the token endpoint is reached. */
  | "rate-limited"
  /** The token endpoint cannot be reached, or responds with a server error. */
  | "unavailable";

/** Reports that there is no access token. The message is shown to the user and has no secret. */
export class NoTokenError extends Error {
  override readonly name = "NoTokenError";
  readonly code: NoTokenCode;
  /** The time of the next permitted request, in milliseconds since the epoch. */
  readonly retryAt: number | undefined;

  constructor(code: NoTokenCode, message: string, retryAt?: number) {
    super(message);
    this.code = code;
    this.retryAt = retryAt;
  }
}

/**
 * Returns an access token with the scope `read:events`. `renew` demands a new token, because the
 * service has just refused the cached one. The message of an error is shown to the user, so it
 * must not contain a secret. An error other than `NoTokenError` counts as `unavailable`.
 */
export type AccessTokenSource = (options: { renew: boolean }) => Promise<string>;

/**
 * Calls `run` while holding an exclusive lock. All pages and workers of the extension share the
 * names of locks; later requests wait in a queue. Rejects with an `AbortError` if the signal aborts
 * before the lock is granted. Once the lock is granted, `run` itself must observe the signal.
 *
 * @see https://w3c.github.io/web-locks/
 */
export type WithLock = (
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
) => Promise<void>;
