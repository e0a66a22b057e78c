import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";

import { event, events, open, openRaw, remove, write } from "./log-harness.ts";

test("restores an unreadable stream record from the events, with a mark", async () => {
  const factory = new IDBFactory();
  const first = await open({ indexedDB: factory });
  await first.append("a", {
    at: 7,
    events: [event("1"), { ...event("2"), offset: "o2" }],
    position: { cursor: "o3" },
  });
  first.close();
  const raw = await openRaw(factory, 2);
  await write(raw, "tenants", [{ tenantId: "a", lastSequence: "many" }]);
  raw.close();

  const log = await open({ indexedDB: factory });
  expect(await log.position("a")).toMatchObject({ cursor: "o2" });
  expect(await log.summary("a")).toMatchObject({ count: 2, lastSequence: 2, unread: 0 });
  const again = await log.append("a", { at: 8, events: events("2", "3") });
  expect(again.stored).toMatchObject([{ id: "3", sequence: 3 }]);
  expect(await log.marks("a")).toEqual([{ kind: "repaired", at: 8, afterSequence: 2 }]);
});

test("restores a missing stream record from the events, with a mark", async () => {
  const factory = new IDBFactory();
  const log = await open({ indexedDB: factory });
  await log.append("a", { at: 7, events: [event("1"), { ...event("2"), offset: "o2" }] });
  const raw = await openRaw(factory, 2);
  await remove(raw, "tenants", "a");
  raw.close();
  expect(await log.append("a", { at: 8, events: events("2", "3") })).toMatchObject({
    stored: [{ id: "3", sequence: 3 }],
    duplicates: 1,
    marks: [{ kind: "repaired" }],
  });
  expect(await log.summary("a")).toMatchObject({ count: 3, position: { cursor: "o2" } });
});

test("resets an unreadable record of a tenant without events", async () => {
  const factory = new IDBFactory();
  (await open({ indexedDB: factory })).close();
  const raw = await openRaw(factory, 2);
  await write(raw, "tenants", [{ tenantId: "a" }]);
  raw.close();
  const log = await open({ indexedDB: factory });
  expect(await log.append("a", { at: 4, events: events("1") })).toMatchObject({
    stored: [{ sequence: 1 }],
    marks: [{ kind: "repaired", at: 4 }],
  });
});

test("overwrites a row that has the key of the next event", async () => {
  const factory = new IDBFactory();
  const log = await open({ indexedDB: factory });
  await log.append("a", { at: 7, events: events("1") });
  const raw = await openRaw(factory, 2);
  await write(raw, "events", [{ tenantId: "a", sequence: 2, id: "x" }]);
  await write(raw, "texts", [{ tenantId: "a", last: 2 }]);
  raw.close();
  await log.append("a", { at: 8, events: events("2") });
  expect((await log.latest("a", 5)).map(({ id }) => id)).toEqual(["2", "1"]);
});

test("keeps the place of an event with a damaged row, and reports the damage", async () => {
  const factory = new IDBFactory();
  const log = await open({ indexedDB: factory });
  await log.append("a", { at: 7, events: events("1", "2", "3") });
  const raw = await openRaw(factory, 2);
  await write(raw, "events", [
    { tenantId: "a", sequence: 2, id: { no: "id" }, envelope: "junk", type: 7 },
  ]);
  raw.close();
  const shown = await log.latest("a", 3);
  expect(shown.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
  expect(shown[1]).toEqual({
    tenantId: "a",
    sequence: 2,
    storedAt: 0,
    id: "damaged:2",
    type: "unknown",
    envelope: { tenantId: "a", sequence: 2, id: { no: "id" }, envelope: "junk", type: 7 },
    malformed: true,
    problems: ["This event was damaged on this device; these are the remaining fields."],
    damage: ["id", "type", "envelope", "malformed", "problems", "storedAt"],
  });
  expect(await log.pick("a", [2])).toEqual([shown[1]]);
  const stored = await log.append("a", { at: 8, events: events("2", "4") });
  expect(stored.stored.map(({ sequence }) => sequence)).toEqual([4, 5]);
});

test("keeps the readable fields of a damaged row", async () => {
  const factory = new IDBFactory();
  const log = await open({ indexedDB: factory });
  await log.append("a", { at: 7, events: events("1") });
  const raw = await openRaw(factory, 2);
  const [whole] = await log.latest("a", 1);
  await write(raw, "events", [{ ...whole, storedAt: "yesterday" }]);
  raw.close();
  expect(await log.latest("a", 1)).toEqual([
    {
      ...whole,
      storedAt: 0,
      subjectKey: undefined,
      malformed: true,
      problems: [expect.stringContaining("was damaged on this device")],
      damage: ["storedAt"],
    },
  ]);
});

test("reads all texts after damaged ones", async () => {
  const factory = new IDBFactory();
  const log = await open({ indexedDB: factory });
  for (const id of ["1", "2", "3"]) await log.append("a", { at: 7, events: events(id) });
  const raw = await openRaw(factory, 2);
  await write(raw, "texts", [
    { tenantId: "a", last: 1, texts: "junk" },
    { tenantId: "a", last: 2, texts: 7 },
  ]);
  raw.close();
  const sequences: number[] = [];
  for await (const texts of log.texts("a")) sequences.push(...texts.map((text) => text.sequence));
  expect(sequences).toEqual([3]);
});
