import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";

import { deleteEventLog, openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { events, makeVersion1, open, openRaw } from "./log-harness.ts";

test("a profile that throws at once says that the log cannot be opened", async () => {
  const factory = new IDBFactory();
  factory.open = () => {
    throw new DOMException("Denied.", "SecurityError");
  };
  await expect(openEventLog({ indexedDB: factory })).rejects.toMatchObject({
    code: "open-failed",
  });
});

test("an older page that does not give way is told of at each call, and the log goes on when it is gone", async () => {
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

test("a log that was closed while it was blocked says so again when it is asked again", async () => {
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

test("a log that was closed while it was blocked does not hold the database later", async () => {
  const factory = new IDBFactory();
  const older = await openRaw(factory, 1, makeVersion1);
  const log = await openEventLog({ indexedDB: factory });
  log.close();
  older.close();
  (await openRaw(factory, 99)).close();
  await expect(openEventLog({ indexedDB: factory })).rejects.toMatchObject({
    code: "open-failed",
  });
});

test("a database without its stores is damaged, and deleting it starts again", async () => {
  const factory = new IDBFactory();
  (await openRaw(factory, 2)).close();
  await expect(openEventLog({ indexedDB: factory })).rejects.toMatchObject({ code: "damaged" });
  await deleteEventLog({ indexedDB: factory });
  const log = await open({ indexedDB: factory });
  expect((await log.summary("a")).count).toBe(0);
});

test("a log that another page holds is deleted when that page is gone", async () => {
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
