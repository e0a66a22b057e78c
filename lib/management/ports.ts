export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once after a delay. The returned function cancels the timer. */
  schedule(run: () => void, milliseconds: number): () => void;
}

/** Returns a number from 0 to less than 1; `Math.random` fits. */
export type Random = () => number;
