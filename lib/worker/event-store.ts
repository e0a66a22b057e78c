import { EventLogError } from "../events/log/event-log-error.ts";
import type { EventLog } from "../events/log/event-log.ts";
import {
  deleteEventLog,
  openEventLog,
  type OpenEventLogOptions,
} from "../events/log/idb-event-log.ts";
import type { WorkerClock } from "./ports.ts";

/** The event log, opened when it is first needed. */
export interface EventStore {
  /** @throws {EventLogError} `held` while the browser waits for a page to let go of the database; `onUnblocked` tells the end */
  open(): Promise<EventLog>;
  /**
   * Removes the database, also one that cannot be opened.
   *
   * @returns false when a page holds on to it: it is removed once that lets go, which `onUnblocked` tells
   */
  remove(): Promise<boolean>;
}

export interface EventStoreOptions extends OpenEventLogOptions {
  clock: Pick<WorkerClock, "schedule">;
}

/** Our own pages give way within milliseconds, and no transaction runs for so long. */
const patienceMs = 5_000;

export function createEventStore(options: EventStoreOptions): EventStore {
  const { clock, ...others } = options;
  const logOptions: OpenEventLogOptions = {
    ...others,
    pause: (ms) => new Promise((resolve) => void clock.schedule(resolve, ms)),
  };
  let log: Promise<EventLog> | undefined;
  let isHeld = false;

  /**
   * The browser keeps whoever asks for a database that is being removed waiting, without a word.
   *
   * @param onLate called with what came after all, before `onUnblocked`
   * @throws {EventLogError} `held` when it takes too long; the browser goes on with it all the same
   */
  function askPatiently<Result>(
    asked: Promise<Result>,
    onLate: (result: Result) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const cancel = clock.schedule(() => {
        isLate = true;
        isHeld = true;
        reject(new EventLogError("held"));
      }, patienceMs);
      const end = (settle: () => void): void => {
        cancel();
        if (isLate) isHeld = false;
        settle();
        if (isLate) options.onUnblocked?.();
      };
      asked.then(
        (result) => end(() => (isLate ? onLate(result) : resolve(result))),
        (error: unknown) => end(() => reject(error)),
      );
    });
  }

  return {
    open() {
      if (isHeld) return Promise.reject(new EventLogError("held"));
      log ??= askPatiently(openEventLog(logOptions), (opened) => {
        log = Promise.resolve(opened);
      }).catch((error: unknown) => {
        // The next call tries again: a full store may have room by then.
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
        await askPatiently(deleteEventLog(logOptions), () => undefined);
        return true;
      } catch (error) {
        if (error instanceof EventLogError && error.code === "held") return false;
        throw error;
      }
    },
  };
}
