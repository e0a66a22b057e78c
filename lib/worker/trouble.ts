import type { WorkerTrouble } from "../messages/activity-feed.ts";
import { reportError } from "../messages/remote-error.ts";

/** Holds the latest problem that a person must solve, for the badge and for the pages. */
export interface Trouble {
  readonly current: WorkerTrouble | undefined;
  /** Replaces the problem. */
  report(error: unknown): void;
  /** Reports that the log cannot store events, unless a more exact problem is known. */
  reportStorage(message: string): void;
  /** Returns whether there was a problem. */
  clear(): boolean;
}

export function createTrouble(): Trouble {
  let current: WorkerTrouble | undefined;
  return {
    get current() {
      return current;
    },
    report(error) {
      const { code, message } = reportError(error);
      current = { code, message };
    },
    reportStorage(message) {
      current ??= { code: "failed", message };
    },
    clear() {
      const wasThere = current !== undefined;
      current = undefined;
      return wasThere;
    },
  };
}
