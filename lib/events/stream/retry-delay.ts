const BASE_MS = 500;
/** The least time between two connections, in milliseconds. */
export const MIN_DELAY_MS = 1_000;
const MAX_MS = 30_000;
const MAX_RETRY_MS = 300_000;
/** The longest that a service can ask to wait, in milliseconds. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * How long to wait before the next attempt, in milliseconds. The service's `retry:` (else a
 * second) is the floor; on top of it comes a back-off with full jitter, up to 30 s, once attempts
 * brought nothing.
 *
 * @param failures attempts in a row that made no progress
 * @param random a number from 0 up to 1
 */
export function computeRetryDelay(
  failures: number,
  retryMs: number | undefined,
  random: number,
): number {
  const floor = Math.min(Math.max(retryMs ?? MIN_DELAY_MS, MIN_DELAY_MS), MAX_RETRY_MS);
  if (failures === 0) return floor;
  return Math.max(floor, Math.round(random * Math.min(MAX_MS, BASE_MS * 2 ** failures)));
}

/**
 * How long the service asks to wait, in milliseconds: `Retry-After` in seconds or as an HTTP date
 * (RFC 9110, 10.2.3), else, of an answer that refuses for the rate, `X-RateLimit-Reset` in Unix
 * seconds, which the others carry as well; moments by the service's own clock, which its `Date`
 * tells. At most an hour is believed.
 *
 * @param now milliseconds since the epoch, by this device's clock
 * @returns undefined when it asks for nothing, or for a moment that is past
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
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : undefined;
}
