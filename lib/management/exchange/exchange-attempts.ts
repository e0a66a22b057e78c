import * as z from "zod/mini";
import { plural } from "../../encoding/plural.ts";

/**
 * The times of one tenant's failed exchanges, in epoch milliseconds, oldest first. The service
 * counts the failures of an IP address, so its own count can be higher.
 */
export const exchangeAttemptsSchema = z.object({
  failedAt: z.array(z.number()).check(z.maxLength(1000)),
  /** When the service last refused an exchange because of too many failures. */
  throttledAt: z.optional(z.number()),
});
export type ExchangeAttempts = z.infer<typeof exchangeAttemptsSchema>;

export const noExchangeAttempts: ExchangeAttempts = { failedAt: [] };

/** An estimate of how many failures remain before the throttle. */
export interface AttemptsForecast {
  level: "calm" | "warning" | "exhausted";
  /** The number of exchanges that may fail before the service refuses all of them. */
  remaining: number;
  /** When the next exchange may fail, in epoch milliseconds; only if none may fail now. */
  nextAt?: number;
  message: string;
}

// The documented throttle of the service is a token bucket: ten failures at once, then one every
// ten minutes. The content of the bucket is its refill time in milliseconds.
const burstSize = 10;
const refillTime = 10 * 60_000;
const bucketSize = burstSize * refillTime;
const warningFrom = 3;
// Long enough: the bucket refills in 100 minutes, so failures before that do not count.
const maxAge = 24 * 3600_000;
const maxFailures = 200;

/** Adds a failed exchange, and removes entries that are too old. */
export function recordFailedExchange(attempts: ExchangeAttempts, now: number): ExchangeAttempts {
  return prune({ ...attempts, failedAt: [...attempts.failedAt, now] }, now);
}

/** Records a refusal by the throttle, which proves that the bucket is empty. */
export function recordThrottledExchange(attempts: ExchangeAttempts, now: number): ExchangeAttempts {
  return prune({ ...attempts, throttledAt: now }, now);
}

/** Estimates how many more exchanges may fail. */
export function forecastExchanges(attempts: ExchangeAttempts, now: number): AttemptsForecast {
  const bucket = measureBucket(attempts, now);
  const remaining = Math.floor(bucket / refillTime);
  if (remaining === 0) {
    const nextAt = now + refillTime - bucket;
    const minutes = Math.max(1, Math.ceil((nextAt - now) / 60_000));
    return {
      level: "exhausted",
      remaining,
      nextAt,
      message: `Too many exchanges have failed. The tenant will probably reject the next exchange, even a valid one. Wait ${plural(minutes, "minute")}.`,
    };
  }
  if (remaining <= warningFrom) {
    const failures =
      remaining === 1 ? "one more failed exchange" : `${remaining} more failed exchanges`;
    return {
      level: "warning",
      remaining,
      message: `After ${failures}, the tenant will probably reject all exchanges from this IP address. It then allows six an hour.`,
    };
  }
  return {
    level: "calm",
    remaining,
    message: `${remaining} exchanges may fail before the tenant rejects more of them from this IP address.`,
  };
}

/** Replays the failures, and returns the content of the bucket in milliseconds. */
function measureBucket({ failedAt, throttledAt }: ExchangeAttempts, now: number): number {
  const moments = [
    ...failedAt.map((at) => ({ at, isThrottle: false })),
    ...(throttledAt === undefined ? [] : [{ at: throttledAt, isThrottle: true }]),
  ].toSorted((one, other) => one.at - other.at);
  let bucket = bucketSize;
  let last = -Infinity;
  for (const { at, isThrottle } of moments) {
    // If the clock was set back, recorded times can be in the future.
    const moment = Math.min(at, now);
    bucket = Math.min(bucketSize, bucket + moment - last);
    bucket = isThrottle ? 0 : Math.max(0, bucket - refillTime);
    last = moment;
  }
  return Math.min(bucketSize, bucket + now - last);
}

function prune({ failedAt, throttledAt }: ExchangeAttempts, now: number): ExchangeAttempts {
  const isRecent = (at: number) => now - at < maxAge;
  return {
    failedAt: failedAt.filter(isRecent).slice(-maxFailures),
    ...(throttledAt !== undefined && isRecent(throttledAt) ? { throttledAt } : {}),
  };
}
