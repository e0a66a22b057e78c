import type { TenantLimits } from "../core/limits.ts";

/** State of the tenant's limit after one request. */
interface RateLimitTake {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** When the next request has room, in Unix seconds. */
  reset: number;
}

/** Counts requests in windows of fixed length, over the whole tenant. */
export interface RateLimit {
  take(): RateLimitTake;
  /** Forgets the window that runs: the next request starts a new one. */
  restart(): void;
}

/** The window starts with its first request. */
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
