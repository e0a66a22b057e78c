import { readRateLimitReset, readRetryAfter } from "../../http/retry-after.ts";

const baseMs = 500;
/** The minimum time between two connections, in milliseconds. */
export const minDelayMs = 1_000;
const maxMs = 30_000;
const maxRetryMs = 300_000;
/** The longest wait that a service can request, in milliseconds. */
export const longestRetryAfterMs = 3_600_000;

/**
 * Computes the wait before the next attempt, in milliseconds. The minimum is the service's
 * `retry:`, or one second. After attempts without progress, a back-off with full jitter of up to
 * 30 s applies if it is longer.
 *
 * @param failures the number of attempts in a row that made no progress
 * @param random a number from 0 to 1
 */
export function computeRetryDelay(
  failures: number,
  retryMs: number | undefined,
  random: number,
): number {
  const floor = Math.min(Math.max(retryMs ?? minDelayMs, minDelayMs), maxRetryMs);
  if (failures === 0) return floor;
  return Math.max(floor, Math.round(random * Math.min(maxMs, baseMs * 2 ** failures)));
}

/**
 * Reads the wait that the service requests, in milliseconds, capped at one hour. Without
 * `Retry-After`, `X-RateLimit-Reset` counts, but only in a rate-limited response. Other responses
 * contain it too, and request no wait.
 *
 * @param now the time of this device, in milliseconds since the epoch
 * @returns undefined if no wait is requested, or if its end has passed
 */
export function readRequestedDelay(
  headers: Headers,
  now: number,
  isRateLimited: boolean,
): number | undefined {
  const ms =
    readRetryAfter(headers, now) ?? (isRateLimited ? readRateLimitReset(headers, now) : undefined);
  return ms !== undefined && ms > 0 ? Math.min(ms, longestRetryAfterMs) : undefined;
}
