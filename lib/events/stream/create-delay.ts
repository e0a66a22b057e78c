import type { Clock } from "../ports.ts";

/** A wait that somebody may have a reason to end. One at a time. */
export interface Delay {
  /** Resolves to true when the time is over, and to false when it was ended before: by `end`, or by the signal. */
  begin(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Ends the wait that is under way; else nothing. */
  end(): void;
}

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
        const cancel = clock.setTimeout(() => finish(true), ms);
        signal.addEventListener("abort", endEarly, { once: true });
        endCurrent = endEarly;
      });
    },
    end() {
      endCurrent?.();
    },
  };
}
