import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";

import type { EventLog } from "../../../../../lib/events/log/event-log.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { makeUserEvent } from "../sample-events.ts";

const event = (id: string) => ({
  ...parseTenantEvent(makeUserEvent(id), undefined, "f"),
  offset: `o${id}`,
});

/** Writes a tenant's row into the database, or deletes it. */
function damage(factory: IDBFactory, row: { tenantId: string } | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.open("events");
    request.addEventListener("error", () => reject(request.error ?? new Error("not opened")));
    request.addEventListener("success", () => {
      const tx = request.result.transaction("tenants", "readwrite");
      const store = tx.objectStore("tenants");
      if (row === undefined) store.delete("a");
      else store.put(row);
      tx.addEventListener("complete", () => {
        request.result.close();
        resolve();
      });
    });
  });
}

async function readAll(log: EventLog): Promise<void> {
  await log.position("a");
  await log.unreadCount("a");
  await log.countByMinute("a", 60_000);
  await log.latest("a", 10);
  await log.since("a", 0);
  await log.arrived("a", { from: 0 });
  await log.find("a", "1");
  await log.pick("a", [1, 2]);
  await log.previous("a", { sequence: 2, subjectKey: "user:local|1" });
  for await (const events of log.chunks("a")) expect(events).toHaveLength(2);
  for await (const texts of log.texts("a")) expect(texts).toHaveLength(2);
  await log.marks("a");
  await log.tenantIds();
}

test.each([
  ["cannot be read", { tenantId: "a", lastSequence: "many" }],
  ["is gone", undefined],
])(
  "reads a stream record that %s from the events, and repairs it only on a write",
  async (_, row) => {
    const factory = new IDBFactory();
    const log = await openEventLog({ indexedDB: factory });
    onTestFinished(() => log.close());
    await log.append("a", { at: 7, events: [event("1"), event("2")], position: { cursor: "o9" } });
    await damage(factory, row);
    const writes = ["put", "add", "delete", "clear"] as const;
    const spies = writes.map((name) => vi.spyOn(IDBObjectStore.prototype, name));
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });

    await readAll(log);
    expect(await log.summary("a")).toMatchObject({ count: 2, position: { cursor: "o2" } });
    expect(await log.marks("a")).toEqual([]);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();

    const { marks } = await log.append("a", { at: 8, events: [event("2"), event("3")] });
    expect(marks).toEqual([{ kind: "repaired", at: 8, afterSequence: 2 }]);
    expect(await log.marks("a")).toEqual(marks);
    expect(await log.summary("a")).toMatchObject({ count: 3, unread: 1 });
  },
);

test("stores the viewed position also if it must repair the record first", async () => {
  const factory = new IDBFactory();
  const log = await openEventLog({ indexedDB: factory });
  onTestFinished(() => log.close());
  await log.append("a", { at: 7, events: [event("1"), event("2")] });
  await damage(factory, { tenantId: "a" });
  await log.markViewed("a");
  await log.append("a", { at: 8, events: [event("3")] });
  expect(await log.unreadCount("a")).toBe(1);
  expect(await log.marks("a")).toEqual([{ kind: "repaired", at: 7, afterSequence: 2 }]);
});
