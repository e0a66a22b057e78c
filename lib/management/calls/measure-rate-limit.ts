import { formatDuration } from "../refusals/explain-retry.ts";
import type { RateLimit } from "./rate-limit.ts";

/** What a meter of the rate limit shows. */
export interface RateLimitMeter {
  level: "free" | "low" | "empty";
  limit: number;
  remaining: number;
  /** How much of the allowance is used, 0 to 1. */
  used: number;
  /** When the allowance is full again, in epoch milliseconds; absent when the service does not say. */
  resetsAt?: number;
  message: string;
}

const LOW_SHARE = 0.2;

/**
 * Reads the meter off the last answer's headers. Undefined when they do not make sense of each other, or say nothing of a
 * limit. Once the moment of the reset has passed, the allowance counts as full.
 */
export function measureRateLimit(rateLimit: RateLimit, now: number): RateLimitMeter | undefined {
  const { limit, reset } = rateLimit;
  if (limit === undefined || limit === 0 || rateLimit.remaining === undefined) return undefined;
  const isReset = reset !== undefined && reset <= now;
  const remaining = isReset ? limit : Math.min(rateLimit.remaining, limit);
  const used = (limit - remaining) / limit;
  const level = remaining === 0 ? "empty" : remaining / limit <= LOW_SHARE ? "low" : "free";
  const resetsAt = reset === undefined || isReset ? undefined : reset;
  const end =
    resetsAt === undefined ? "" : `, all of them again in ${formatDuration(resetsAt - now)}`;
  const message =
    remaining === 0
      ? `The tenant takes no more requests for now${end}.`
      : `${remaining} of ${limit} requests left${end}.`;
  return {
    level,
    limit,
    remaining,
    used,
    ...(resetsAt === undefined ? {} : { resetsAt }),
    message,
  };
}
