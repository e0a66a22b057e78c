import type { StreamErrorCode } from "./stream-error.ts";

/** What the tenant can do to a stream that is open. */
export interface OpenStream {
  /** Ends it without a word. */
  end(): void;
  /** Ends it with an error frame. */
  fail(code: StreamErrorCode): void;
  /** Looks again whether it has to end: a limit has changed. */
  check(): void;
}

/** The event streams that are open now. */
export interface StreamRegistry {
  readonly size: number;
  /** Registers a stream; returns what the stream calls when it is over. */
  add(stream: OpenStream): () => void;
  /** Ends all streams and says how many there were. */
  endAll(): number;
  /** Ends all streams with an error frame and says how many there were. */
  failAll(code: StreamErrorCode): number;
  checkAll(): void;
}

/** Starts with no stream. */
export function createStreamRegistry(): StreamRegistry {
  const streams = new Set<OpenStream>();

  /** Over a copy: a stream that ends leaves the set. */
  function forEach(act: (stream: OpenStream) => void): number {
    const open = [...streams];
    for (const stream of open) act(stream);
    return open.length;
  }

  return {
    get size() {
      return streams.size;
    },
    add(stream) {
      streams.add(stream);
      return () => streams.delete(stream);
    },
    endAll: () => forEach((stream) => stream.end()),
    failAll: (code) => forEach((stream) => stream.fail(code)),
    checkAll: () => void forEach((stream) => stream.check()),
  };
}
