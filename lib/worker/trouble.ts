import type { WorkerTrouble } from "../messages/activity-feed.ts";
import { reportError } from "../messages/remote-error.ts";

/** Holds the latest problem that the user must solve, for the badge and the pages. */
export interface Trouble {
  readonly current: WorkerTrouble | undefined;
  /** Replaces the problem. */
  report(error: unknown): void;
  /** Sets a general problem of the log, unless a problem is set already. */
  reportStorage(message: string): void;
  /** Removes the problem. Returns true if there was one. */
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
