/** Time, injected: a test moves it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Call back once after so many milliseconds; returns what cancels it. */
  setTimeout(callback: () => void, ms: number): () => void;
}

/** The part of `fetch` that is used: an absolute address and its options. Pass a bound function. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Why there is no access token, as far as it decides when one is asked for again. */
export type NoTokenCode =
  /** The token endpoint refuses the credential; asking again brings the same answer. */
  | "refused"
  /** There is no credential that could bring one. */
  | "missing"
  /** The token endpoint's limit is reached. */
  | "rate-limited"
  /** The token endpoint cannot be reached, or has trouble of its own. */
  | "unavailable";

/** There is no access token. The message is a sentence for people, without a secret. */
export class NoTokenError extends Error {
  override readonly name = "NoTokenError";
  readonly code: NoTokenCode;
  /** When the token endpoint may be asked again, in milliseconds since the epoch. */
  readonly retryAt: number | undefined;

  constructor(code: NoTokenCode, message: string, retryAt?: number) {
    super(message);
    this.code = code;
    this.retryAt = retryAt;
  }
}

/**
 * An access token with the scope `read:events`. With `renew` a token from a cache is of no use: the
 * service has just refused it. An error's message is shown to the user, so it carries no secret; one
 * that is no `NoTokenError` counts as `unavailable`.
 */
export type AccessTokenSource = (options: { renew: boolean }) => Promise<string>;

/**
 * Run something while holding the one lock of a name, across all pages and workers of the
 * extension; whoever comes later waits. Rejects with an `AbortError` when the signal aborts before
 * the lock is had; while `run` runs the signal is its own affair.
 *
 * @see https://w3c.github.io/web-locks/
 */
export type WithLock = (
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
) => Promise<void>;
