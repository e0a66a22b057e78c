import type { StreamErrorCode } from "./stream-error.ts";

/** The reason why a stream ended; an error code is the code of its last frame. */
export type StreamEnding =
  | "reader_left"
  | "dropped"
  | "token_expired"
  | "interrupted"
  | StreamErrorCode;

/** An open or closed stream, as the control interface lists it. */
export interface StreamRecord {
  /** Counts from 1. */
  stream: number;
  client_id: string;
  state: "open" | "frozen" | "closed";
  /** ISO 8601, UTC. */
  opened_at: string;
  ending?: StreamEnding;
  /** Position of the cursor that the reader sent: the reader has received all earlier events. */
  resumed_from?: number;
  /** Current position of the stream. */
  position: number;
  /** Events sent completely, repeats included. */
  sent: number;
}

/** The actions on an open stream. */
export interface OpenStream {
  /** Ends the stream without an error frame. */
  end(): void;
  /** Ends the stream with an error frame. */
  fail(code: StreamErrorCode): void;
  /** Checks whether the stream must end, after a limit has changed. */
  check(): void;
  /** Makes the stream silent; it no longer ends by itself. */
  freeze(): void;
  /** Sends bytes that are not from the log, after the current frame. */
  inject(bytes: Uint8Array): void;
  describe(): Omit<StreamRecord, "stream">;
}

/** The open event streams, and records of the closed ones. */
export interface StreamRegistry {
  readonly size: number;
  /** Registers a stream; the stream calls the returned function when it closes. */
  add(stream: OpenStream): () => void;
  /** Calls the function for every open stream and returns their number. */
  forEach(act: (stream: OpenStream) => void): number;
  /** Lists the newest thousand streams, oldest first. */
  list(): StreamRecord[];
  /** Highest position from which a reader has resumed. */
  readonly acknowledged: number;
  /** Removes the records of closed streams. */
  clear(): void;
}

const capacity = 1000;

/** Creates an empty registry. */
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
      // Iterate over a copy: a stream that ends is removed from the map.
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
