import * as z from "zod/mini";
import type { Clock } from "../ports.ts";

/** The rate limit headers of a response; `reset` is when the allowance is full again, in epoch milliseconds. */
export const rateLimitSchema = z.object({
  limit: z.optional(z.number()),
  remaining: z.optional(z.number()),
  reset: z.optional(z.number()),
});
export type RateLimit = z.infer<typeof rateLimitSchema>;

// A service that asks for more is answering nonsense, and a form that stays locked for days helps nobody.
const MAX_WAIT = 24 * 3600_000;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds, brought to the clock of this machine); undefined when
 * none of them is usable.
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
 * When a refused request may be tried again, in epoch milliseconds: `Retry-After` in seconds or as a date (RFC 9110, section
 * 10.2.3) goes before `X-RateLimit-Reset`. At most a day ahead.
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
  return Math.min(Math.max(moment, now), now + MAX_WAIT);
}

// `Date` has whole seconds, and the answer took a while: less than this says nothing of a clock.
const MIN_SKEW = 5000;

/** How far this machine's clock is ahead of the service's, by the answer's `Date` (RFC 9110, section 6.6.1). Milliseconds. */
function readSkew(headers: Headers, clock: Pick<Clock, "now">): number {
  const skew = clock.now() - Date.parse(headers.get("date") ?? "");
  return Math.abs(skew) >= MIN_SKEW ? skew : 0;
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/u.test(text.trim()) ? Number(text) : undefined;
}
