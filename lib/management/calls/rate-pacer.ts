import type { RateLimit } from "./rate-limit.ts";

/** Spaces the requests to one tenant, so that they stay below its rate limit. */
export interface RatePacer {
  /**
   * Counts a request that is about to be sent, if it may be sent now.
   *
   * @param now epoch milliseconds
   * @returns 0, or the time in milliseconds after which to ask again
   */
  reserve(now: number): number;
  /**
   * Ends a counted request. Learns from the headers of its response; undefined if it had none, or
   * no response.
   */
  settle(rateLimit: RateLimit | undefined): void;
}

/**
 * A person waits this long without a word, in ms: a limit by the second is waited for. A longer wait
 * is a matter of the refusal, which says until when.
 */
const longestPause = 3_000;
const second = 1_000;

/** Creates the pacer of one tenant. It learns the limit from the first response. */
export function createRatePacer(): RatePacer {
  let limit = 0;
  let remaining = Number.POSITIVE_INFINITY;
  let reset = 0;
  let underWay = 0;

  return {
    reserve(now) {
      // After the reset, the service accepts the full number again, in a window of one second.
      if (now >= reset && limit > 0) {
        remaining = limit;
        reset = now + second;
      }
      const pause = reset - now;
      if (remaining <= 0 && pause > 0 && pause <= longestPause) return pause;
      remaining -= 1;
      underWay += 1;
      return 0;
    },
    settle(rateLimit) {
      underWay = Math.max(0, underWay - 1);
      const { limit: told, remaining: left, reset: until } = rateLimit ?? {};
      if (told === undefined || left === undefined || until === undefined) return;
      // Of a window that is known, responses arrive in any order.
      const isNew = told !== limit || until >= reset + second;
      if (!isNew && until <= reset - second) return;
      limit = told;
      // The service may not have counted the other requests in flight yet.
      remaining = isNew ? left - underWay : Math.min(remaining, left);
      reset = isNew ? until : Math.max(reset, until);
    },
  };
}

/** Creates the function that returns the pacer of a tenant: always the same one. */
export function createPacers(): (tenantId: string) => RatePacer {
  const pacers = new Map<string, RatePacer>();
  return (tenantId) => {
    const pacer = pacers.get(tenantId) ?? createRatePacer();
    pacers.set(tenantId, pacer);
    return pacer;
  };
}
