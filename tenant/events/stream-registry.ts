/** The event streams that are open now. */
export interface StreamRegistry {
  readonly size: number;
  /** Registers a stream's end; returns what the stream calls when it is over. */
  add(end: () => void): () => void;
  /** Ends all streams and says how many there were. */
  endAll(): number;
}

/** Starts with no stream. */
export function createStreamRegistry(): StreamRegistry {
  const ends = new Set<() => void>();
  return {
    get size() {
      return ends.size;
    },
    add(end) {
      ends.add(end);
      return () => ends.delete(end);
    },
    endAll() {
      const open = [...ends];
      for (const end of open) end();
      return open.length;
    },
  };
}
