import type { Random } from "../ports.ts";

/** What an attempt came to, as far as it decides whether there is another. */
export interface FailedAttempt {
  /** Refused unheard with a 429, or no answer at all. */
  why: "rate-limited" | "no-answer";
  /** When the service takes requests again, in epoch milliseconds, where it says so. */
  retryAt?: number | undefined;
  /** True when doing it twice comes to the same as doing it once. */
  isIdempotent: boolean;
}

/** Where in its attempts a call is. */
export interface RetryProgress {
  /** How many attempts there were, the failed one included. */
  attempts: number;
  /** When the first of them began, in epoch milliseconds. */
  startedAt: number;
  now: number;
}

const MAX_ATTEMPTS = 3;
// Somebody looks at a form and waits. What would take longer is told at once, with the moment to come back.
const RETRY_WINDOW = 15_000;
const FIRST_PAUSE = 500;

/**
 * How long to wait before the next attempt, in milliseconds; undefined when there is none: at most three attempts, none of
 * which begins more than 15 seconds after the first.
 *
 * A 429 was never carried out, so that anything may follow it, but not before the moment that the service names; without one
 * nobody knows how long to wait. What got no answer may have been carried out, so that only idempotent calls are repeated, after a
 * pause of full jitter: any length up to a bound that doubles.
 */
export function planRetry(
  failed: FailedAttempt,
  { attempts, startedAt, now }: RetryProgress,
  random: Random,
): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined;
  if (failed.why === "no-answer" && !failed.isIdempotent) return undefined;
  const floor = failed.why === "rate-limited" ? failed.retryAt : now;
  if (floor === undefined) return undefined;
  // Calls that were refused together do not come back together.
  const jitter = random() * FIRST_PAUSE * 2 ** (attempts - 1);
  const next = Math.max(floor, now) + jitter;
  return next - startedAt > RETRY_WINDOW ? undefined : next - now;
}
