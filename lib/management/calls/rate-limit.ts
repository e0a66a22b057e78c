import * as z from "zod/mini";
import { readCount, readRateLimitReset, readRetryAfter } from "../../http/retry-after.ts";
import type { Clock } from "../../http/clock.ts";

/** The rate limit headers of a response. `reset` is in epoch milliseconds. */
export const rateLimitSchema = z.object({
  limit: z.optional(z.number()),
  remaining: z.optional(z.number()),
  reset: z.optional(z.number()),
});
export type RateLimit = z.infer<typeof rateLimitSchema>;

// A longer wait can only be an error of the service, and would block a form for days.
const maxWait = 24 * 3600_000;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset`. Converts the reset from Unix seconds to
 * this device's clock. Returns undefined if no header is valid.
 */
export function readRateLimit(headers: Headers, clock: Pick<Clock, "now">): RateLimit | undefined {
  const limit = readCount(headers.get("x-ratelimit-limit"));
  const remaining = readCount(headers.get("x-ratelimit-remaining"));
  const now = clock.now();
  const wait = readRateLimitReset(headers, now);
  if (limit === undefined && remaining === undefined && wait === undefined) return undefined;
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(wait === undefined ? {} : { reset: now + wait }),
  };
}

/**
 * Returns when to retry a refused request, in epoch milliseconds and at most a day ahead.
 * `Retry-After` takes precedence over `X-RateLimit-Reset`.
 */
export function readRetryAt(headers: Headers, clock: Pick<Clock, "now">): number | undefined {
  const now = clock.now();
  const wait = readRetryAfter(headers, now) ?? readRateLimitReset(headers, now);
  return wait === undefined ? undefined : now + Math.min(Math.max(wait, 0), maxWait);
}
