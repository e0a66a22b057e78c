/**
 * Reads the wait that `Retry-After` requests, in milliseconds (RFC 9110, section 10.2.3). A date
 * is compared with the service's clock. The wait is negative if the date has passed.
 *
 * @param now this device's time, in milliseconds since the epoch
 * @returns undefined without a valid header
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  const seconds = readCount(text);
  if (seconds !== undefined) return seconds * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - readServiceTime(headers, now);
}

/**
 * Reads the wait until `X-RateLimit-Reset`, which holds Unix seconds of the service's clock, in
 * milliseconds. The wait is negative if the limit has been reset.
 *
 * @param now this device's time, in milliseconds since the epoch
 * @returns undefined without a valid header
 */
export function readRateLimitReset(headers: Headers, now: number): number | undefined {
  const seconds = readCount(headers.get("x-ratelimit-reset"));
  return seconds === undefined ? undefined : seconds * 1_000 - readServiceTime(headers, now);
}

/** Reads a header value that is a whole number of at most 15 digits. */
export function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/u.test(text.trim()) ? Number(text) : undefined;
}

/** Reads the service's time from the `Date` header (RFC 9110, section 6.6.1), otherwise `now`. */
function readServiceTime(headers: Headers, now: number): number {
  const time = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? now : time;
}
