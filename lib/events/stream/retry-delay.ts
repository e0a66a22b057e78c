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
 * Reads the wait that the service requests, in milliseconds, capped at one hour. `Retry-After`
 * holds seconds or an HTTP date (RFC 9110, section 10.2.3). Without it, `X-RateLimit-Reset` (Unix
 * seconds) counts, but only in a rate-limited response: others carry it too, and mean no wait.
 * Times are compared with the service's clock, which the header `Date` gives.
 *
 * @param now the time of this device, in milliseconds since the epoch
 * @returns undefined if no wait is requested, or if its end has passed
 */
export function readRetryAfter(
  headers: Headers,
  now: number,
  isRateLimited: boolean,
): number | undefined {
  const retryAfter = headers.get("retry-after")?.trim() ?? "";
  const reset = headers.get("x-ratelimit-reset")?.trim() ?? "";
  const date = Date.parse(headers.get("date") ?? "");
  const serviceNow = Number.isNaN(date) ? now : date;
  let ms = Number.NaN;
  if (/^\d+$/u.test(retryAfter)) ms = Number(retryAfter) * 1_000;
  else if (retryAfter !== "") ms = Date.parse(retryAfter) - serviceNow;
  if (isRateLimited && Number.isNaN(ms) && /^\d+$/u.test(reset))
    ms = Number(reset) * 1_000 - serviceNow;
  return ms > 0 ? Math.min(ms, longestRetryAfterMs) : undefined;
}
