/** The time of this device, and its timers. */
export const systemClock = {
  /** Unix time in ms. */
  now: () => Date.now(),
  /** Calls back once; returns the cancellation. */
  schedule(callback: () => void, delayMs: number): () => void {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  /** The same under the name that the authentication library uses. */
  after(delayMs: number, callback: () => void): () => void {
    return systemClock.schedule(callback, delayMs);
  },
};
