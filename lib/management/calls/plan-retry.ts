import type { Random } from "../ports.ts";

/** The facts of a failed attempt that decide about a retry. */
export interface FailedAttempt {
  /** A 429, or no response at all. */
  why: "rate-limited" | "no-answer";
  /** When the service accepts requests again, in epoch milliseconds, if known. */
  retryAt?: number | undefined;
  /** True if a second request has no further effect. */
  isIdempotent: boolean;
}

/** The attempts of a call so far. */
export interface RetryProgress {
  /** The number of attempts, including the failed one. */
  attempts: number;
  /** When the first attempt began, in epoch milliseconds. */
  startedAt: number;
  now: number;
}

const maxAttempts = 3;
// The user is waiting at the form. If the wait is longer, the call fails at once and says when to
// retry.
const retryWindow = 15_000;
const firstPause = 500;

/**
 * Returns the delay before the next attempt in milliseconds, or undefined for no retry. There are
 * at most three attempts, and none begins more than 15 seconds after the first.
 *
 * After a 429, any request may be retried, because the service did not execute it, but only at the
 * time that the service names. A request without a response may have been executed, so only an
 * idempotent request is retried. Its delay is random (full jitter), and the maximum doubles.
 */
export function planRetry(
  failed: FailedAttempt,
  { attempts, startedAt, now }: RetryProgress,
  random: Random,
): number | undefined {
  if (attempts >= maxAttempts) return undefined;
  if (failed.why === "no-answer" && !failed.isIdempotent) return undefined;
  const floor = failed.why === "rate-limited" ? failed.retryAt : now;
  if (floor === undefined) return undefined;
  // With jitter, calls that were refused at the same time retry at different times.
  const jitter = random() * firstPause * 2 ** (attempts - 1);
  const next = Math.max(floor, now) + jitter;
  return next - startedAt > retryWindow ? undefined : next - now;
}
