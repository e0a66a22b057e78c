import type { EventLog } from "../events/event-log.ts";
import { deleteEventLog, openEventLog, type OpenEventLogOptions } from "../events/idb-event-log.ts";

/** The event log, opened when it is first needed. */
export interface EventStore {
  open(): Promise<EventLog>;
  /** Removes the database, also one that cannot be opened. */
  remove(): Promise<void>;
}

export function createEventStore(options: OpenEventLogOptions): EventStore {
  let log: Promise<EventLog> | undefined;

  return {
    open() {
      log ??= openEventLog(options).catch((error: unknown) => {
        // The next call tries again: a full store may have room by then.
        log = undefined;
        throw error;
      });
      return log;
    },
    async remove() {
      const open = await log?.catch(() => undefined);
      open?.close();
      log = undefined;
      await deleteEventLog(options);
    },
  };
}
