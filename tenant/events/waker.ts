/** The reason why a wait ended. */
export type WakeReason = "news" | "heartbeat" | "check" | "end";

/** A single wait that `wake` can end early. */
export interface Waker {
  /** Ends the current wait, if there is one. */
  wake(reason: WakeReason): void;
  /** Resolves with `reason` after the time, or with the reason of an earlier `wake`. */
  sleep(milliseconds: number, reason: WakeReason): Promise<WakeReason>;
  /** Resolves only on `wake` with `end`. */
  sleepUntilEnd(): Promise<WakeReason>;
}

/** Creates a waker that is not waiting. */
export function createWaker(): Waker {
  let current: ((reason: WakeReason) => void) | undefined;
  return {
    wake: (reason) => current?.(reason),
    async sleep(milliseconds, reason) {
      const woken = await new Promise<WakeReason>((resolve) => {
        const timer = setTimeout(() => resolve(reason), milliseconds);
        current = (given) => {
          clearTimeout(timer);
          resolve(given);
        };
      });
      current = undefined;
      return woken;
    },
    sleepUntilEnd: () =>
      new Promise((resolve) => {
        current = (given) => {
          if (given === "end") resolve(given);
        };
      }),
  };
}
