import { wrap, type IDBPDatabase } from "idb";

import { databaseVersion, storeNames, upgradeEventDatabase } from "./event-database.ts";
import { EventLogError } from "./event-log-error.ts";

/** A connection to the database. Rows are untyped on purpose: each reader validates them. */
export type EventConnection = IDBPDatabase;

/** Holds the one connection to the database, and reopens it after the browser closes it. */
export interface EventConnections {
  /** @throws {EventLogError} `open-failed`, `blocked`, `damaged` */
  connect(): Promise<EventConnection>;
  close(): void;
}

/**
 * Creates the holder of the connection. The connection closes when a newer version of the extension
 * upgrades the database, and the next call opens it again. While an older page blocks the database,
 * each call rejects at once with `blocked`. When that page closes, the pending request succeeds,
 * and later calls use its connection.
 *
 * @param onUnblocked called when a blocked database has opened
 */
export function createEventConnections(
  factory: IDBFactory,
  name: string,
  onUnblocked: () => void = () => undefined,
): EventConnections {
  let current: Promise<EventConnection> | undefined;
  let isBlocked = false;
  let isClosed = false;

  function open(): Promise<EventConnection> {
    return new Promise((resolve, reject) => {
      let request: IDBOpenDBRequest;
      try {
        request = factory.open(name, databaseVersion);
      } catch (cause) {
        // In a profile that may not store data, `open` throws and fires no `error` event.
        reject(new EventLogError("open-failed", cause));
        return;
      }
      request.addEventListener("upgradeneeded", (event) => {
        const { result, transaction } = request;
        if (transaction !== null) upgradeEventDatabase(result, transaction, event.oldVersion);
      });
      request.addEventListener("blocked", () => {
        isBlocked = true;
        reject(new EventLogError("blocked"));
      });
      request.addEventListener("error", () => {
        isBlocked = false;
        current = undefined;
        // The stored version is higher than the one asked for (Indexed Database API, section 4.1).
        const isNewer = request.error?.name === "VersionError";
        reject(new EventLogError(isNewer ? "newer" : "open-failed", request.error));
      });
      request.addEventListener("success", () => {
        const database = request.result;
        const wasBlocked = isBlocked;
        isBlocked = false;
        if (isClosed && wasBlocked) {
          database.close();
          current = undefined;
          return;
        }
        if (storeNames.some((store) => !database.objectStoreNames.contains(store))) {
          database.close();
          current = undefined;
          reject(new EventLogError("damaged"));
          return;
        }
        const drop = (): void => {
          current = undefined;
        };
        database.addEventListener("versionchange", () => {
          database.close();
          drop();
        });
        database.addEventListener("close", drop);
        const connection: EventConnection = wrap(database);
        resolve(connection);
        if (!wasBlocked) return;
        // The promise of this request was rejected with `blocked`, so the next call gets a new one.
        current = Promise.resolve(connection);
        onUnblocked();
      });
    });
  }

  return {
    connect() {
      isClosed = false;
      if (isBlocked) return Promise.reject(new EventLogError("blocked"));
      if (current === undefined) {
        current = open();
        current.catch(() => {
          if (!isBlocked) current = undefined;
        });
      }
      return current;
    },
    close() {
      isClosed = true;
      const closing = current;
      current = undefined;
      closing?.then((db) => db.close()).catch(() => undefined);
    },
  };
}

/**
 * Deletes the whole database, for a log that is damaged or cannot be opened. Close the log first;
 * the connections of other pages close automatically. Resolves once the database is deleted: after
 * the last transaction ends and the last page closes its connection. Until then the database cannot
 * be opened. The event `blocked` is not reliable, so it is not used. Browsers fire it even for a
 * transaction that ends a moment later, and do not fire it while another request waits.
 *
 * @throws {EventLogError} `open-failed`
 */
export function deleteEventDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    try {
      const request = factory.deleteDatabase(name);
      request.addEventListener("success", () => resolve());
      request.addEventListener("error", () => {
        reject(new EventLogError("open-failed", request.error));
      });
    } catch (cause) {
      reject(new EventLogError("open-failed", cause));
    }
  });
}
