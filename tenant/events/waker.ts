/** The reason why a wait ended. */
export type WakeReason = "news" | "heartbeat" | "check" | "end";

/** One wait at a time that ends early when it is woken. */
export interface Waker {
  /** Ends the current wait, if there is one. */
  wake(reason: WakeReason): void;
  /** Resolves with `reason` after the time, or with the reason of an earlier `wake`. */
  sleep(milliseconds: number, reason: WakeReason): Promise<WakeReason>;
  /** Resolves when it is woken with `end`, and for no other reason. */
  sleepUntilEnd(): Promise<WakeReason>;
}

/** Creates a waker without a wait. */
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
