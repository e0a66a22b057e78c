import { EventLogError } from "../events/log/event-log-error.ts";
import type { EventLog } from "../events/log/event-log.ts";
import {
  deleteEventLog,
  openEventLog,
  type OpenEventLogOptions,
} from "../events/log/idb-event-log.ts";
import type { Clock } from "../http/clock.ts";

/** Opens the event log at its first use. */
export interface EventStore {
  /**
   * Opens the log, or returns the open one.
   *
   * @throws {EventLogError} `held` while a page blocks the database; `onUnblocked` is called when
   *   the database is free again
   */
  open(): Promise<EventLog>;
  /**
   * Removes the database, even one that cannot be opened.
   *
   * @returns false if a page blocks the removal; the browser removes the database when that page
   *   closes it, and `onUnblocked` is called
   */
  remove(): Promise<boolean>;
}

export interface EventStoreOptions extends OpenEventLogOptions {
  clock: Pick<Clock, "schedule">;
}

/** Our pages close the database within milliseconds, and no transaction runs for this long. */
const timeoutMs = 5_000;

export function createEventStore(options: EventStoreOptions): EventStore {
  const { clock, ...others } = options;
  const logOptions: OpenEventLogOptions = {
    ...others,
    pause: (ms) => new Promise((resolve) => void clock.schedule(resolve, ms)),
  };
  let log: Promise<EventLog> | undefined;
  let isHeld = false;

  /**
   * Waits for a request with a time limit: IndexedDB reports nothing while a removal blocks the
   * request.
   *
   * @param onLate called with a result after the time limit, before `onUnblocked`
   * @throws {EventLogError} `held` after the time limit; the browser still completes the request
   */
  function waitAtMost<Result>(
    request: Promise<Result>,
    onLate: (result: Result) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const cancel = clock.schedule(() => {
        isLate = true;
        isHeld = true;
        reject(new EventLogError("held"));
      }, timeoutMs);
      const end = (settle: () => void): void => {
        cancel();
        if (isLate) isHeld = false;
        settle();
        if (isLate) options.onUnblocked?.();
      };
      request.then(
        (result) => end(() => (isLate ? onLate(result) : resolve(result))),
        (error: unknown) => end(() => reject(error)),
      );
    });
  }

  return {
    open() {
      if (isHeld) return Promise.reject(new EventLogError("held"));
      log ??= waitAtMost(openEventLog(logOptions), (opened) => {
        log = Promise.resolve(opened);
      }).catch((error: unknown) => {
        // Let the next call retry: a full store may have room by then.
        log = undefined;
        throw error;
      });
      return log;
    },
    async remove() {
      if (isHeld) return false;
      const open = await log?.catch(() => undefined);
      open?.close();
      log = undefined;
      try {
        await waitAtMost(deleteEventLog(logOptions), () => undefined);
        return true;
      } catch (error) {
        if (error instanceof EventLogError && error.code === "held") return false;
        throw error;
      }
    },
  };
}
