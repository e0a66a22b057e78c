import * as z from "zod/mini";

/** How fast something may happen, for one key. */
export interface Pace {
  /** How often in a row, after a rest. */
  burst: number;
  /** Milliseconds until one more is allowed. */
  interval: number;
}

/** What has been used of one pace, as a file keeps it. */
export const bucketSchema = z.object({
  key: z.string(),
  used: z.int().check(z.minimum(0)),
  /** Milliseconds since 1970. */
  since: z.number(),
});

type Bucket = z.infer<typeof bucketSchema>;

/** Counts what happens too often, each kind of thing by a key of its own. */
export interface Attempts {
  /** Has the pace been used up? Changes nothing. */
  isExhausted(key: string, pace: Pace): boolean;
  /** Counts one; false when the pace was used up before. */
  count(key: string, pace: Pace): boolean;
  /** How many are left, and when there is one more, in milliseconds since 1970. */
  describe(key: string, pace: Pace): { remaining: number; readyAt: number };
  /** Forgets what was counted for a key, as after a success. */
  forget(key: string): void;
  save(): Bucket[];
  /** Replaces everything. */
  load(given: readonly Bucket[]): void;
}

const capacity = 10_000;

/** Token buckets in memory: each holds a burst and refills at the pace's interval. */
export function createAttempts(now: () => number): Attempts {
  const buckets = new Map<string, { used: number; since: number }>();

  function read(key: string, pace: Pace): { used: number; since: number } {
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
