/** The clock and the timers of this device. */
export const systemClock = {
  /** Unix time in ms. */
  now: () => Date.now(),
  /** Calls back once; returns a function that cancels the timer. */
  schedule(callback: () => void, delayMs: number): () => void {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  /** Calls `schedule`, with the name and the parameters of the authentication library's port. */
  after(delayMs: number, callback: () => void): () => void {
    return systemClock.schedule(callback, delayMs);
  },
};
