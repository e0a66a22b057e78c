import { IDBFactory } from "fake-indexeddb";
import { onTestFinished } from "vitest";

import type { EventLog } from "../../../../../lib/events/log/event-log.ts";
import {
  openEventLog,
  type OpenEventLogOptions,
} from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import type { TenantEvent } from "../../../../../lib/events/payloads/tenant-event.ts";
import { makeUserEvent } from "../sample-events.ts";

/** Creates an event about a user, parsed as from the stream. */
export function event(id: string, over: Record<string, unknown> = {}): TenantEvent {
  return parseTenantEvent(makeUserEvent(id, over), undefined, "fallback");
}

export function events(...ids: string[]): TenantEvent[] {
  return ids.map((id) => event(id));
}

/** Opens a log in a database of its own, and closes it after the test. */
export async function open(over: OpenEventLogOptions = {}): Promise<EventLog> {
  const log = await openEventLog({ indexedDB: new IDBFactory(), ...over });
  onTestFinished(() => log.close());
  return log;
}

/** Opens the raw database, as another version of the extension does, or to damage its rows. */
export function openRaw(
  factory: IDBFactory,
  version: number,
  upgrade: (database: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open("events", version);
    request.addEventListener("upgradeneeded", () => upgrade(request.result));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("not opened")));
  });
}

/** Creates the schema and rows that version 0.1 of the extension wrote. */
export function makeVersion1(database: IDBDatabase): void {
  const store = database.createObjectStore("events", { keyPath: ["tenantId", "sequence"] });
  store.createIndex("byId", ["tenantId", "id"], { unique: true });
  database.createObjectStore("tenants", { keyPath: "tenantId" });
  database.createObjectStore("marks", { autoIncrement: true }).createIndex("byTenant", "tenantId");
}

export function write(
  database: IDBDatabase,
  store: string,
  rows: readonly unknown[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = database.transaction(store, "readwrite");
    for (const row of rows) tx.objectStore(store).put(row);
    tx.addEventListener("complete", () => resolve());
    tx.addEventListener("error", () => reject(tx.error ?? new Error("not written")));
  });
}

export function remove(database: IDBDatabase, store: string, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = database.transaction(store, "readwrite");
    tx.objectStore(store).delete(key);
    tx.addEventListener("complete", () => resolve());
    tx.addEventListener("error", () => reject(tx.error ?? new Error("not removed")));
  });
}
