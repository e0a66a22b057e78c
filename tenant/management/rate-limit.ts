import type { TenantLimits } from "../core/limits.ts";

/** The state of the limit after one request. */
interface RateLimitTake {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** The time of the next window, in Unix seconds. */
  reset: number;
}

/** Counts all requests of the tenant in windows of fixed length. */
export interface RateLimit {
  take(): RateLimitTake;
  /** Ends the current window: the next request starts a new one. */
  restart(): void;
}

/** Creates the limit; a window starts with its first request. */
export function createRateLimit(
  limits: Pick<TenantLimits, "requestsPerWindow" | "rateLimitWindow">,
  now: () => number,
): RateLimit {
  let windowEnd = 0;
  let used = 0;
  return {
    restart() {
      windowEnd = 0;
    },
    take() {
      const time = now();
      if (time >= windowEnd) {
        windowEnd = time + limits.rateLimitWindow;
        used = 0;
      }
      const isAllowed = used < limits.requestsPerWindow;
      if (isAllowed) used += 1;
      return {
        isAllowed,
        limit: limits.requestsPerWindow,
        remaining: limits.requestsPerWindow - used,
        reset: Math.ceil(windowEnd / 1000),
      };
    },
  };
}
