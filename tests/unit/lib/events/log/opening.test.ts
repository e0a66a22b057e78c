import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";

import { deleteEventLog, openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { events, makeVersion1, open, openRaw } from "./log-harness.ts";

test("reports a browser profile that throws at once", async () => {
  const factory = new IDBFactory();
  factory.open = () => {
    throw new DOMException("Denied.", "SecurityError");
  };
  await expect(openEventLog({ indexedDB: factory })).rejects.toMatchObject({
    code: "open-failed",
  });
});

test("reports a blocking older page at each call, and works once that page is closed", async () => {
  const factory = new IDBFactory();
  const older = await openRaw(factory, 1, makeVersion1);
  let isFreed = false;
  const freed = Promise.withResolvers<void>();
  const log = await open({
    indexedDB: factory,
    onUnblocked() {
      isFreed = true;
      freed.resolve();
    },
  });
  await expect(log.position("a")).rejects.toMatchObject({ code: "blocked" });
  await expect(log.append("a", { at: 1 })).rejects.toThrow(/older page.*opens automatically/u);
  expect(isFreed).toBe(false);
  older.close();
  await freed.promise;
  await log.append("a", { at: 1, events: events("1") });
  expect((await log.summary("a")).count).toBe(1);
});

test("reports the blocking page again after the blocked log was closed", async () => {
  const factory = new IDBFactory();
  const older = await openRaw(factory, 1, makeVersion1);
  const freed = Promise.withResolvers<void>();
  const log = await open({ indexedDB: factory, onUnblocked: freed.resolve });
  log.close();
  await expect(log.summary("a")).rejects.toMatchObject({ code: "blocked" });
  older.close();
  await freed.promise;
  expect((await log.summary("a")).count).toBe(0);
});

test("does not keep the database open if it was closed while it was blocked", async () => {
  const factory = new IDBFactory();
  const older = await openRaw(factory, 1, makeVersion1);
  const log = await openEventLog({ indexedDB: factory });
  log.close();
  older.close();
  (await openRaw(factory, 99)).close();
  await expect(openEventLog({ indexedDB: factory })).rejects.toMatchObject({ code: "newer" });
});

test("says that a newer version of the extension wrote the log, and keeps it", async () => {
  const factory = new IDBFactory();
  (await openRaw(factory, 99)).close();
  const opening = openEventLog({ indexedDB: factory });
  await expect(opening).rejects.toMatchObject({ code: "newer" });
  await expect(opening).rejects.toThrow(/newer version.*Install that version again/u);
  await expect(opening).rejects.not.toThrow(/disk space/u);
  expect((await factory.databases()).map(({ version }) => version)).toEqual([99]);
});

test("reports a database without its stores as damaged, and works after its deletion", async () => {
  const factory = new IDBFactory();
  (await openRaw(factory, 2)).close();
  await expect(openEventLog({ indexedDB: factory })).rejects.toMatchObject({ code: "damaged" });
  await deleteEventLog({ indexedDB: factory });
  const log = await open({ indexedDB: factory });
  expect((await log.summary("a")).count).toBe(0);
});

test("deletes a log that another page holds open once that page is closed", async () => {
  const factory = new IDBFactory();
  const older = await openRaw(factory, 1, makeVersion1);
  let isDeleted = false;
  const deleting = deleteEventLog({ indexedDB: factory }).then(() => {
    isDeleted = true;
  });
  // The database fires its events before this request succeeds.
  await factory.databases();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isDeleted).toBe(false);
  older.close();
  await deleting;
  expect(await (await open({ indexedDB: factory })).tenantIds()).toEqual([]);
});
