import { wrap, type IDBPDatabase } from "idb";

import { EventLogError } from "./event-log-error.ts";

/** Untyped on purpose: what a database returns is parsed where it is read. */
export type EventConnection = IDBPDatabase;

const VERSION = 1;

/**
 * - `events`: a stored event, by tenant and sequence; by tenant and id for recognising what was delivered before.
 * - `tenants`: one row a tenant: its position, which sequences are kept, up to which they were viewed.
 * - `marks`: what is not an event, in the order of writing.
 *
 * Each step takes the schema from the version before it; a new version adds a step and leaves these alone.
 */
function upgrade(database: IDBDatabase, oldVersion: number): void {
  if (oldVersion < 1) {
    const events = database.createObjectStore("events", { keyPath: ["tenantId", "sequence"] });
    events.createIndex("byId", ["tenantId", "id"], { unique: true });
    database.createObjectStore("tenants", { keyPath: "tenantId" });
    const marks = database.createObjectStore("marks", { autoIncrement: true });
    marks.createIndex("byTenant", "tenantId");
  }
}

/**
 * Open the database. The connection gives way by itself when a newer version of the extension
 * wants to upgrade; `onClosed` then tells that it is of no more use.
 *
 * @throws {EventLogError} `open-failed`, `blocked`
 */
export function openEventDatabase(
  factory: IDBFactory,
  name: string,
  onClosed: () => void,
): Promise<EventConnection> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false;
    const request = factory.open(name, VERSION);
    request.addEventListener("upgradeneeded", (event) => {
      upgrade(request.result, event.oldVersion);
    });
    request.addEventListener("blocked", () => {
      // The others may yet close and the request succeed: the next attempt then finds the way free.
      isGivenUp = true;
      reject(new EventLogError("blocked"));
    });
    request.addEventListener("error", () => {
      reject(new EventLogError("open-failed", request.error));
    });
    request.addEventListener("success", () => {
      const database = request.result;
      if (isGivenUp) {
        database.close();
        return;
      }
      database.addEventListener("versionchange", () => {
        database.close();
        onClosed();
      });
      database.addEventListener("close", onClosed);
      resolve(wrap(database));
    });
  });
}
