import { wrap, type IDBPDatabase } from "idb";

import { DATABASE_VERSION, STORES, upgradeEventDatabase } from "./event-database.ts";
import { EventLogError } from "./event-log-error.ts";

/** Untyped on purpose: what a database returns is parsed where it is read. */
export type EventConnection = IDBPDatabase;

/** The one connection to the database, opened again whenever the browser took it away. */
export interface EventConnections {
  /** @throws {EventLogError} `open-failed`, `blocked`, `damaged` */
  connect(): Promise<EventConnection>;
  close(): void;
}

/**
 * Keep a connection. It gives way by itself when a newer version of the extension wants to
 * upgrade, and the next call opens it again. While an older page holds the database, each call
 * says `blocked` at once; the request stays, and its connection is used as soon as that page is gone.
 *
 * @param onUnblocked called when a database that was blocked is open
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
        request = factory.open(name, DATABASE_VERSION);
      } catch (cause) {
        // A profile that may store nothing throws here already.
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
        reject(new EventLogError("open-failed", request.error));
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
        if (STORES.some((store) => !database.objectStoreNames.contains(store))) {
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
        // Whoever asked while it was blocked has been told so; the next one finds it open.
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
 * Delete the database whole: the way out when it is damaged or cannot be opened. Close the log
 * first; other pages' connections give way by themselves. Resolves when it is deleted, however long
 * something holds on to it: a transaction that still runs, or a page that does not give way. Until
 * then nothing can open it, and nothing tells so (`blocked` is not asked for: browsers report it for
 * a transaction that is over in a moment, and not at all behind another request that waits).
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
