import { formatDuration } from "../refusals/explain-retry.ts";
import type { RateLimit } from "./rate-limit.ts";

/** The values of the rate limit meter. */
export interface RateLimitMeter {
  level: "free" | "low" | "empty";
  limit: number;
  remaining: number;
  /** The used share of the limit, 0 to 1. */
  used: number;
  /** When the limit is reset, in epoch milliseconds; absent if unknown. */
  resetsAt?: number;
  message: string;
}

const lowShare = 0.2;

/**
 * Computes the meter from the headers of the last response. Returns undefined without a limit.
 * After the time of the reset, all requests are available again.
 */
export function measureRateLimit(rateLimit: RateLimit, now: number): RateLimitMeter | undefined {
  const { limit, reset } = rateLimit;
  if (limit === undefined || limit === 0 || rateLimit.remaining === undefined) return undefined;
  const isReset = reset !== undefined && reset <= now;
  const remaining = isReset ? limit : Math.min(rateLimit.remaining, limit);
  const used = (limit - remaining) / limit;
  const level = remaining === 0 ? "empty" : remaining / limit <= lowShare ? "low" : "free";
  const resetsAt = reset === undefined || isReset ? undefined : reset;
  const end = resetsAt === undefined ? "" : `; full reset in ${formatDuration(resetsAt - now)}`;
  const message =
    remaining === 0 ? `Rate limit reached${end}.` : `${remaining} of ${limit} requests left${end}.`;
  return {
    level,
    limit,
    remaining,
    used,
    ...(resetsAt === undefined ? {} : { resetsAt }),
    message,
  };
}
