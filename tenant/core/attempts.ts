import * as z from "zod/mini";

/** The rate limit of one key. */
export interface RateLimit {
  /** Maximum number of attempts in a row. */
  burst: number;
  /** Milliseconds until one more attempt is allowed. */
  interval: number;
}

/** The used attempts of one key, as the data file stores them. */
export const bucketSchema = z.object({
  key: z.string(),
  used: z.int().check(z.minimum(0)),
  /** Milliseconds since 1970. */
  since: z.number(),
});

type Bucket = z.infer<typeof bucketSchema>;

/** Rate limiter; each kind of attempt has a key of its own. */
export interface Attempts {
  /** Returns true if no attempt is left. Does not count an attempt. */
  isExhausted(key: string, pace: RateLimit): boolean;
  /** Counts an attempt; false if none was left. */
  count(key: string, pace: RateLimit): boolean;
  /** Returns the remaining attempts, and the time of the next one in milliseconds since 1970. */
  describe(key: string, pace: RateLimit): { remaining: number; readyAt: number };
  /** Resets the count of a key, as after a success. */
  forget(key: string): void;
  save(): Bucket[];
  /** Replaces all counts. */
  load(given: readonly Bucket[]): void;
}

const capacity = 10_000;

/** Creates token buckets in memory: each holds a burst and refills at the interval of its pace. */
export function createAttempts(now: () => number): Attempts {
  const buckets = new Map<string, { used: number; since: number }>();

  function read(key: string, pace: RateLimit): { used: number; since: number } {
    const bucket = buckets.get(key);
    const time = now();
    if (bucket === undefined) return { used: 0, since: time };
    const refilled = Math.max(0, Math.floor((time - bucket.since) / pace.interval));
    return {
      used: Math.max(0, bucket.used - refilled),
      since: bucket.since + refilled * pace.interval,
    };
  }

  return {
    isExhausted: (key, pace) => read(key, pace).used >= pace.burst,
    count(key, pace) {
      const bucket = read(key, pace);
      if (bucket.used >= pace.burst) return false;
      buckets.delete(key);
      const oldest = buckets.keys().next();
      if (buckets.size >= capacity && oldest.done !== true) buckets.delete(oldest.value);
      buckets.set(key, { ...bucket, used: bucket.used + 1 });
      return true;
    },
    describe(key, pace) {
      const { used, since } = read(key, pace);
      const isFull = used === 0;
      return {
        remaining: Math.max(0, pace.burst - used),
        readyAt: isFull ? now() : since + pace.interval,
      };
    },
    forget: (key) => void buckets.delete(key),
    save: () => [...buckets].map(([key, bucket]) => ({ key, ...bucket })),
    load(given) {
      buckets.clear();
      for (const { key, ...bucket } of given) buckets.set(key, bucket);
    },
  };
}
