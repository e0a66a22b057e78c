import * as z from "zod/mini";
import type { Clock } from "../ports.ts";

/** The rate limit headers of a response. `reset` is in epoch milliseconds. */
export const rateLimitSchema = z.object({
  limit: z.optional(z.number()),
  remaining: z.optional(z.number()),
  reset: z.optional(z.number()),
});
export type RateLimit = z.infer<typeof rateLimitSchema>;

// A longer wait is an error of the service, and would lock a form for days.
const maxWait = 24 * 3600_000;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset`. Converts the reset from Unix seconds to
 * this device's clock. Returns undefined if no header is valid.
 */
export function readRateLimit(headers: Headers, clock: Pick<Clock, "now">): RateLimit | undefined {
  const limit = readCount(headers.get("x-ratelimit-limit"));
  const remaining = readCount(headers.get("x-ratelimit-remaining"));
  const resetSeconds = readCount(headers.get("x-ratelimit-reset"));
  if (limit === undefined && remaining === undefined && resetSeconds === undefined)
    return undefined;
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(resetSeconds === undefined
      ? {}
      : { reset: resetSeconds * 1000 + readSkew(headers, clock) }),
  };
}

/**
 * Returns when to retry a refused request, in epoch milliseconds and at most a day ahead.
 * `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3), precedes `X-RateLimit-Reset`.
 */
export function readRetryAt(headers: Headers, clock: Pick<Clock, "now">): number | undefined {
  const now = clock.now();
  const text = headers.get("retry-after")?.trim() ?? "";
  const seconds = readCount(text);
  const date = Date.parse(text);
  const fromRetryAfter =
    seconds === undefined ? date + readSkew(headers, clock) : now + seconds * 1000;
  const moment = Number.isNaN(fromRetryAfter)
    ? readRateLimit(headers, clock)?.reset
    : fromRetryAfter;
  if (moment === undefined) return undefined;
  return Math.min(Math.max(moment, now), now + maxWait);
}

// `Date` has whole seconds, and the response took time: a smaller difference proves no skew.
const minSkew = 5000;

/**
 * Returns how far this device's clock is ahead of the service's, in milliseconds, by the `Date` of
 * the response (RFC 9110, section 6.6.1).
 */
function readSkew(headers: Headers, clock: Pick<Clock, "now">): number {
  const skew = clock.now() - Date.parse(headers.get("date") ?? "");
  return Math.abs(skew) >= minSkew ? skew : 0;
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/u.test(text.trim()) ? Number(text) : undefined;
}
