import type { StreamErrorCode } from "./stream-error.ts";

/** How a stream came to its end; an error code is the one that its last frame named. */
export type StreamEnding =
  | "reader_left"
  | "dropped"
  | "token_expired"
  | "interrupted"
  | StreamErrorCode;

/** One stream, open or over, as the control interface lists it. */
export interface StreamRecord {
  /** Counts from 1. */
  stream: number;
  client_id: string;
  state: "open" | "frozen" | "closed";
  /** ISO 8601, UTC. */
  opened_at: string;
  ending?: StreamEnding;
  /** Position of the cursor that the reader came with: all up to there has reached it. */
  resumed_from?: number;
  /** Position that the stream has come to. */
  position: number;
  /** Events sent whole, repeats included. */
  sent: number;
}

/** What the tenant can do to a stream that is open. */
export interface OpenStream {
  /** Ends it without a word. */
  end(): void;
  /** Ends it with an error frame. */
  fail(code: StreamErrorCode): void;
  /** Looks again whether it has to end: a limit has changed. */
  check(): void;
  /** Sends nothing any more, and does not end by itself either. */
  freeze(): void;
  /** Sends bytes that are no frame of the log, after the frame at hand. */
  inject(bytes: Uint8Array): void;
  describe(): Omit<StreamRecord, "stream">;
}

/** The event streams that are open now, and records of those that were. */
export interface StreamRegistry {
  readonly size: number;
  /** Registers a stream; returns what the stream calls when it is over. */
  add(stream: OpenStream): () => void;
  /** Does something to every open stream and says how many there were. */
  forEach(act: (stream: OpenStream) => void): number;
  /** The newest thousand, oldest first. */
  list(): StreamRecord[];
  /** Highest position that a reader has come back with. */
  readonly acknowledged: number;
  /** Forgets the streams that are over. */
  clear(): void;
}

const capacity = 1000;

/** Starts with no stream. */
export function createStreamRegistry(): StreamRegistry {
  const open = new Map<number, OpenStream>();
  let closed: StreamRecord[] = [];
  let count = 0;
  let acknowledged = 0;

  return {
    get size() {
      return open.size;
    },
    add(stream) {
      count += 1;
      const number = count;
      open.set(number, stream);
      acknowledged = Math.max(acknowledged, stream.describe().resumed_from ?? 0);
      return () => {
        if (!open.delete(number)) return;
        closed = [...closed, { stream: number, ...stream.describe() }].slice(-capacity);
      };
    },
    forEach(act) {
      // Over a copy: a stream that ends leaves the map.
      const streams = [...open.values()];
      for (const stream of streams) act(stream);
      return streams.length;
    },
    list() {
      const records = [...open].map(([number, stream]) => ({
        stream: number,
        ...stream.describe(),
      }));
      return [...closed, ...records].sort((a, b) => a.stream - b.stream).slice(-capacity);
    },
    get acknowledged() {
      return acknowledged;
    },
    clear() {
      closed = [];
      acknowledged = 0;
    },
  };
}
