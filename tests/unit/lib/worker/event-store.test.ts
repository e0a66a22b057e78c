import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";

import { deleteEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import { createEventStore } from "../../../../lib/worker/event-store.ts";
import { createClock } from "../management/fakes.ts";
import { holdEventDatabase } from "./hold-event-database.ts";

function openStore() {
  const clock = createClock();
  const indexedDB = new IDBFactory();
  const freed = Promise.withResolvers<void>();
  const store = createEventStore({ clock, indexedDB, onUnblocked: freed.resolve });
  onTestFinished(() => expect(clock.waiting, "timers left behind").toBe(0));
  return { store, clock, indexedDB, freed: freed.promise };
}

test("removes an open log, and creates a new one for the next use", async () => {
  const { store } = openStore();
  const log = await store.open();
  await log.append("a", { at: 1, position: { cursor: "c1" } });
  expect(await store.remove()).toBe(true);
  expect(await (await store.open()).tenantIds()).toEqual([]);
});

test("removes a log that is blocked for a moment, without a message", async () => {
  const { store, indexedDB } = openStore();
  const page = await holdEventDatabase(indexedDB);
  const removing = store.remove();
  await page.asked;
  page.close();
  expect(await removing).toBe(true);
});

test("reports a log that a page keeps open, which cannot be opened until it is removed", async () => {
  const { store, clock, indexedDB, freed } = openStore();
  const page = await holdEventDatabase(indexedDB);
  const removing = store.remove();
  await page.asked;
  clock.advance(5_000);
  expect(await removing).toBe(false);
  await expect(store.open()).rejects.toMatchObject({
    code: "held",
    message: expect.stringContaining("DevTools windows"),
  });
  expect(await store.remove(), "it is being removed already").toBe(false);
  page.close();
  await freed;
  expect(await (await store.open()).tenantIds()).toEqual([]);
});

test("reports a log whose removal an earlier worker started, and opens it after the removal", async () => {
  const { store, clock, indexedDB, freed } = openStore();
  const page = await holdEventDatabase(indexedDB);
  const deleting = deleteEventLog({ indexedDB });
  await page.asked;
  const opening = store.open();
  clock.advance(5_000);
  await expect(opening).rejects.toMatchObject({ code: "held" });
  page.close();
  await Promise.all([deleting, freed]);
  expect(await (await store.open()).tenantIds()).toEqual([]);
});

test("reports the reason if a log cannot be removed", async () => {
  const indexedDB = new IDBFactory();
  indexedDB.deleteDatabase = () => {
    throw new DOMException("Denied.", "SecurityError");
  };
  const store = createEventStore({ clock: createClock(), indexedDB });
  await expect(store.remove()).rejects.toMatchObject({ code: "open-failed" });
});
