import type { Clock } from "../../http/clock.ts";

/** Waits, one wait at a time. A wait can be ended early. */
export interface Delay {
  /** Resolves to true after the time, or to false if `end` or the signal ends the wait first. */
  begin(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Ends the current wait, if there is one. */
  end(): void;
}

/** Creates a delay that runs on the timers of a clock. */
export function createDelay(clock: Clock): Delay {
  let endCurrent: (() => void) | undefined;

  return {
    begin(ms, signal) {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const finish = (isOver: boolean): void => {
          cancel();
          signal.removeEventListener("abort", endEarly);
          endCurrent = undefined;
          resolve(isOver);
        };
        const endEarly = (): void => finish(false);
        const cancel = clock.schedule(() => finish(true), ms);
        signal.addEventListener("abort", endEarly, { once: true });
        endCurrent = endEarly;
      });
    },
    end() {
      endCurrent?.();
    },
  };
}
