/** The time and its timers. The caller passes the clock, so that tests control the time. */
export interface Clock {
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once after a delay in milliseconds; returns a function that cancels the timer. */
  readonly schedule: (callback: () => void, milliseconds: number) => () => void;
}
