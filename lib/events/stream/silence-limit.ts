import * as z from "zod/mini";

/** No stream is cut after less silence, in ms. */
const shortestLimitMs = 90_000;
const longestLimitMs = 15 * 60_000;
/** Heartbeats are not exact. */
const margin = 1.5;
/** 90 s, doubled this often, is more than the longest limit. */
const maxCuts = 4;

const recordSchema = z.object({
  /** The longest silence that a byte ended. */
  longestMs: z.number().check(z.minimum(0), z.maximum(longestLimitMs)),
  /** The number of streams in a row that were cut without a proof that they were half open. */
  cuts: z.int().check(z.minimum(0), z.maximum(maxCuts)),
  /** True while the next stream can still prove that the last of them was half open. */
  isOpen: z.optional(z.boolean()),
});
export type SilenceRecord = z.infer<typeof recordSchema>;

/** Stores the record of one tenant. The limit validates it. */
export interface SilenceStore {
  read(): Promise<unknown>;
  write(record: SilenceRecord): Promise<void>;
  remove(): Promise<void>;
}

/** A stream that has ended. */
export interface EndedStream {
  /** The time from its start to its last byte, in ms. */
  readonly heardForMs: number;
  /** True if it was cut because of its silence. */
  readonly isSilent: boolean;
}

/**
 * Learns how long a healthy stream of a tenant is silent: the interval of its heartbeats is not
 * published. A stream that is cut gives the next one twice the time, unless the cut was right: the
 * stream had proven how often it sends, or had lost events.
 */
export interface SilenceLimit {
  /** Returns the silence after which a stream counts as half open, in ms: 90 s to 15 min. */
  read(): Promise<number>;
  /** Learns from a silence that a byte ended, in ms. */
  noteGap(ms: number): Promise<void>;
  noteEnd(stream: EndedStream): Promise<void>;
  /** Learns that a stream began with events that the stream before it had not delivered. */
  noteMissed(): Promise<void>;
  /** Removes the stored record. */
  forget(): Promise<void>;
}

/** Creates the limit of one tenant. */
export function createSilenceLimit(store: SilenceStore): SilenceLimit {
  let loading: Promise<SilenceRecord> | undefined;

  function load(): Promise<SilenceRecord> {
    const none = { longestMs: 0, cuts: 0 };
    // An unreadable record is learned again.
    loading ??= store.read().then(
      (stored) => recordSchema.safeParse(stored).data ?? none,
      () => none,
    );
    return loading;
  }

  async function change(next: SilenceRecord): Promise<void> {
    loading = Promise.resolve(next);
    await store.write(next).catch(() => undefined);
  }

  const learnedMs = ({ longestMs }: SilenceRecord) => Math.max(shortestLimitMs, longestMs * margin);

  return {
    async read() {
      const known = await load();
      return Math.min(learnedMs(known) * 2 ** known.cuts, longestLimitMs);
    },
    async noteGap(ms) {
      const known = await load();
      const longestMs = Math.min(Math.round(ms), longestLimitMs);
      // A shorter silence tells nothing that the shortest limit does not allow.
      if (longestMs <= Math.max(known.longestMs, shortestLimitMs / margin)) return;
      await change({ longestMs, cuts: 0 });
    },
    async noteEnd({ heardForMs, isSilent }) {
      const known = await load();
      // It sent for the time of a whole limit, and never more rarely: a later silence is a fault.
      const isProven = heardForMs >= learnedMs(known);
      const isOpen = isSilent && !isProven && known.cuts < maxCuts;
      const cuts = isProven ? 0 : isOpen ? known.cuts + 1 : known.cuts;
      if (cuts === known.cuts && isOpen === (known.isOpen ?? false)) return;
      await change({ ...known, cuts, isOpen });
    },
    async noteMissed() {
      const known = await load();
      if (known.isOpen !== true) return;
      await change({ ...known, cuts: Math.max(0, known.cuts - 1), isOpen: false });
    },
    async forget() {
      loading = Promise.resolve({ longestMs: 0, cuts: 0 });
      await store.remove();
    },
  };
}
