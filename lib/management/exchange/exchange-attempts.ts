import * as z from "zod/mini";

/**
 * The failed exchanges of one tenant, as they are kept: moments in epoch milliseconds, oldest first. The service counts
 * by network address and we do not know it, so this is our own part of its count at best.
 */
export const exchangeAttemptsSchema = z.object({
  failedAt: z.array(z.number()).check(z.maxLength(1000)),
  /** When the service last said that there were too many. */
  throttledAt: z.optional(z.number()),
});
export type ExchangeAttempts = z.infer<typeof exchangeAttemptsSchema>;

export const NO_EXCHANGE_ATTEMPTS: ExchangeAttempts = { failedAt: [] };

/** How near the throttle is. */
export interface AttemptsForecast {
  level: "calm" | "warning" | "exhausted";
  /** How many exchanges may fail before the service refuses all of them. */
  remaining: number;
  /** When the next one may fail, in epoch milliseconds; only when none may now. */
  nextAt?: number;
  message: string;
}

// The service's published throttle: ten failures at once, then six an hour, which is one every ten minutes.
const BURST = 10;
const COST = 10 * 60_000;
const MOST_SAVED = BURST * COST;
const WARNING_FROM = 3;
// Older failures have been made good by then, whatever came between.
const KEPT_FOR = 24 * 3600_000;
const MOST_KEPT = 200;

/** Adds a failed exchange and drops what no longer matters. */
export function recordFailedExchange(attempts: ExchangeAttempts, now: number): ExchangeAttempts {
  return tidy({ ...attempts, failedAt: [...attempts.failedAt, now] }, now);
}

/** Notes that the service refused because of too many failures: it knows better than our count. */
export function recordThrottledExchange(attempts: ExchangeAttempts, now: number): ExchangeAttempts {
  return tidy({ ...attempts, throttledAt: now }, now);
}

/** Foretells whether one more failed exchange would be too many. */
export function forecastExchanges(attempts: ExchangeAttempts, now: number): AttemptsForecast {
  const saved = countSaved(attempts, now);
  const remaining = Math.floor(saved / COST);
  if (remaining === 0) {
    const nextAt = now + COST - saved;
    const minutes = Math.max(1, Math.ceil((nextAt - now) / 60_000));
    const unit = minutes === 1 ? "minute" : "minutes";
    return {
      level: "exhausted",
      remaining,
      nextAt,
      message: `Too many exchanges have failed: the tenant will probably refuse the next one, valid or not. Wait ${minutes} ${unit}.`,
    };
  }
  if (remaining <= WARNING_FROM) {
    const failures = remaining === 1 ? "One more failed exchange" : `${remaining} more failed ones`;
    return {
      level: "warning",
      remaining,
      message: `${failures}, and the tenant will probably refuse every exchange from this network address; it then allows six an hour.`,
    };
  }
  return {
    level: "calm",
    remaining,
    message: `${remaining} exchanges may fail before the tenant refuses more of them from this network address.`,
  };
}

/** Replays the failures against the service's rule. Time is what is saved up, in milliseconds: ten minutes pay for one. */
function countSaved({ failedAt, throttledAt }: ExchangeAttempts, now: number): number {
  const moments = [
    ...failedAt.map((at) => ({ at, isThrottle: false })),
    ...(throttledAt === undefined ? [] : [{ at: throttledAt, isThrottle: true }]),
  ].toSorted((one, other) => one.at - other.at);
  let saved = MOST_SAVED;
  let last = -Infinity;
  for (const { at, isThrottle } of moments) {
    // A clock that was set back since would make failures of the future.
    const moment = Math.min(at, now);
    saved = Math.min(MOST_SAVED, saved + moment - last);
    saved = isThrottle ? 0 : Math.max(0, saved - COST);
    last = moment;
  }
  return Math.min(MOST_SAVED, saved + now - last);
}

function tidy({ failedAt, throttledAt }: ExchangeAttempts, now: number): ExchangeAttempts {
  const isRecent = (at: number) => now - at < KEPT_FOR;
  return {
    failedAt: failedAt.filter(isRecent).slice(-MOST_KEPT),
    ...(throttledAt !== undefined && isRecent(throttledAt) ? { throttledAt } : {}),
  };
}
