/** The one thing this folder needs of a network; `globalThis.fetch` fits. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, `milliseconds` from now; the returned function calls it off. */
  schedule(run: () => void, milliseconds: number): () => void;
}

/** A number from 0 up to, but not including, 1; `Math.random` fits. */
export type Random = () => number;
