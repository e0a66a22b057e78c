import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";

import {
  deleteEventLog,
  openEventLog,
  type OpenEventLogOptions,
} from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { makeUserEvent } from "../sample-events.ts";

const DAY = 86_400_000;
const event = (id: string, over: Record<string, unknown> = {}) =>
  parseTenantEvent(makeUserEvent(id, over), undefined, "fallback");
const events = (...ids: string[]) => ids.map((id) => event(id));

async function open(over: OpenEventLogOptions = {}) {
  const log = await openEventLog({ indexedDB: new IDBFactory(), ...over });
  onTestFinished(() => log.close());
  return log;
}

/** A request of the database itself, as an older version of the extension would make it. */
function openRaw(
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

/** The schema and rows that version 0.1 of the extension wrote. */
function makeVersion1(database: IDBDatabase): void {
  const store = database.createObjectStore("events", { keyPath: ["tenantId", "sequence"] });
  store.createIndex("byId", ["tenantId", "id"], { unique: true });
  database.createObjectStore("tenants", { keyPath: "tenantId" });
  database.createObjectStore("marks", { autoIncrement: true }).createIndex("byTenant", "tenantId");
}

function write(database: IDBDatabase, store: string, rows: readonly unknown[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = database.transaction(store, "readwrite");
    for (const row of rows) tx.objectStore(store).put(row);
    tx.addEventListener("complete", () => resolve());
    tx.addEventListener("error", () => reject(tx.error ?? new Error("not written")));
  });
}

function remove(database: IDBDatabase, store: string, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = database.transaction(store, "readwrite");
    tx.objectStore(store).delete(key);
    tx.addEventListener("complete", () => resolve());
    tx.addEventListener("error", () => reject(tx.error ?? new Error("not removed")));
  });
}

describe("retention", () => {
  test("events beyond the number go, are counted in a marker of their own, and leave no gap", async () => {
    const log = await open({ retentionOf: (id) => (id === "a" ? { maxEvents: 2 } : {}) });
    await log.append("a", { at: 10, events: events("1", "2") });
    const result = await log.append("a", { at: 20, events: events("3", "4", "5") });
    expect(result.dropped).toBe(3);
    expect(await log.summary("a")).toMatchObject({
      count: 2,
      firstSequence: 4,
      lastSequence: 5,
      retained: { kind: "retained", count: 3, from: 10, to: 20, at: 20, why: "count" },
    });
    expect(await log.marks("a")).toEqual([]);
    await log.append("b", { at: 1, events: events("1", "2", "3") });
    expect(await log.summary("b")).toMatchObject({ count: 3, retained: undefined });
  });

  test("events older than the age go with the next read of the stream, a heartbeat too", async () => {
    const log = await open();
    await log.append("a", { at: 0, events: events("1", "2") });
    await log.append("a", { at: DAY, events: events("3") });
    const result = await log.append("a", { at: 30 * DAY + 1, position: { cursor: "c" } });
    expect(result.dropped).toBe(2);
    expect((await log.since("a", 0)).map(({ id }) => id)).toEqual(["3"]);
    expect((await log.summary("a")).retained).toMatchObject({
      count: 2,
      from: 0,
      to: 0,
      why: "age",
    });
  });

  test("what went can be filtered for no more, and the texts of what stays can", async () => {
    const factory = new IDBFactory();
    const log = await open({ indexedDB: factory, retentionOf: () => ({ maxEvents: 3 }) });
    await log.append("a", { at: 1, events: events("1", "2") });
    await log.append("a", { at: 2, events: events("3", "4", "5") });
    const raw = await openRaw(factory, 2);
    const blocks = raw.transaction("texts").objectStore("texts").getAllKeys();
    await new Promise((resolve) => blocks.addEventListener("success", resolve));
    raw.close();
    expect(blocks.result, "nothing of their texts is left on the disk").toEqual([["a", 5]]);
    const sequences: number[] = [];
    for await (const texts of log.texts("a")) sequences.push(...texts.map((text) => text.sequence));
    expect(sequences).toEqual([3, 4, 5]);
  });

  test("a limit that was lowered applies when the log is trimmed", async () => {
    let maxEvents = 10;
    const log = await open({ retentionOf: () => ({ maxEvents }) });
    await log.append("a", { at: 1, events: events("1", "2", "3") });
    maxEvents = 1;
    expect(await log.trim("a", 5)).toBe(2);
    expect(await log.trim("a", 6)).toBe(0);
    expect((await log.summary("a")).count).toBe(1);
  });

  test("a log that is trimmed has nothing left that is too old, however much that was", async () => {
    const log = await open({ retentionOf: () => ({ maxAgeMs: DAY }) });
    const ids = Array.from({ length: 4_500 }, (_, index) => String(index + 1));
    await log.append("a", { at: 1, events: events(...ids) });
    await log.append("a", { at: 2 * DAY, events: events("young") });
    await log.trim("a", 2 * DAY);
    expect(await log.summary("a")).toMatchObject({ count: 1, retained: { count: 4_500 } });
  });

  test("an event that was dropped for its age is told as dropped, also when the clock was wrong once", async () => {
    const log = await open({ retentionOf: () => ({ maxAgeMs: DAY }) });
    await log.append("a", { at: 50 * DAY, events: events("1") });
    await log.append("a", { at: 3, events: events("2") });
    await log.append("a", { at: 50 * DAY + 5, events: events("3") });
    expect((await log.summary("a")).count, "nothing goes before what is in front of it").toBe(3);
    await log.append("a", { at: 51 * DAY + 1, events: events("4") });
    expect((await log.since("a", 0)).map(({ id }) => id)).toEqual(["3", "4"]);
  });

  test("marks go with the events around them, gaps last", async () => {
    const log = await open({ retentionOf: () => ({ maxEvents: 1 }) });
    await log.append("a", { at: 1, events: events("1"), marks: [{ kind: "gap", to: "x" }] });
    await log.append("a", { at: 2, events: events("2", "3"), marks: [{ kind: "gap", to: "y" }] });
    expect(await log.marks("a")).toMatchObject([{ kind: "gap", to: "y" }]);
  });

  test("a stream of garbage is one mark that counts, and pushes no gap out", async () => {
    const log = await open();
    await log.append("a", { at: 1, marks: [{ kind: "gap", to: "x" }] });
    const garbage = {
      kind: "unreadable",
      count: 2,
      code: "not-json",
      message: "m",
      raw: "{",
    } as const;
    for (let at = 0; at < 5; at += 1) await log.append("a", { at, marks: [garbage] });
    expect(await log.marks("a")).toMatchObject([
      { kind: "gap" },
      { kind: "unreadable", count: 10 },
    ]);
  });
});

describe("a browser without room", () => {
  /** A disk with room for so many rows of events, until events are deleted; the room can be changed. */
  function limitRoom(rows: number): { room: number } {
    const disk = { room: rows };
    let used = 0;
    const originals = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
    const { put, delete: remove } = originals;
    if (put.value === undefined || remove.value === undefined) throw new Error("No such store.");
    const [putRow, removeRows] = [put.value, remove.value];
    IDBObjectStore.prototype.put = function limited(...given) {
      if (this.name === "events") {
        used += 1;
        if (used > disk.room) throw new DOMException("No room.", "QuotaExceededError");
      }
      return Reflect.apply(putRow, this, given);
    };
    IDBObjectStore.prototype.delete = function freed(...given) {
      if (this.name === "events") used = 0;
      return Reflect.apply(removeRows, this, given);
    };
    onTestFinished(() => {
      Object.defineProperties(IDBObjectStore.prototype, { put, delete: remove });
    });
    return disk;
  }

  test("gives up the oldest of the tenant that has the most, says so, and goes on", async () => {
    const log = await open();
    const many = Array.from({ length: 150 }, (_, index) => event(`old-${index}`));
    await log.append("large", { at: 1, events: many });
    await log.append("small", { at: 1, events: events("s1") });
    const disk = limitRoom(0);
    const failing = log.append("small", { at: 2, events: events("s2") });
    await expect(failing).rejects.toMatchObject({ code: "full" });
    expect((await log.summary("large")).count, "everything was tried").toBe(0);
    disk.room = 3;
    const result = await log.append("small", { at: 3, events: events("s3") });
    expect(result.stored.map(({ id }) => id)).toEqual(["s3"]);
    expect((await log.summary("large")).retained).toMatchObject({ count: 150, why: "quota" });
  });

  test("deletes also where not a single row can be written, and counts it once one can", async () => {
    const log = await open();
    const many = Array.from({ length: 150 }, (_, index) => event(`old-${index}`));
    await log.append("a", { at: 1, events: many, startedFrom: "1970-01-01T00:00:00Z" });
    const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
    onTestFinished(() => {
      Object.defineProperties(IDBObjectStore.prototype, { put });
    });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("No room.", "QuotaExceededError");
    };
    const failing = log.append("a", { at: 2, events: events("n1") });
    await expect(failing).rejects.toMatchObject({ code: "full" });
    expect((await log.summary("a")).count, "nothing could be counted").toBe(150);
    expect(await log.latest("a", 150)).toEqual([]);

    Object.defineProperties(IDBObjectStore.prototype, { put });
    await log.append("a", { at: 3, events: events("n1") });
    expect(await log.summary("a")).toMatchObject({
      count: 1,
      firstSequence: 151,
      retained: { kind: "retained", count: 150, from: 0, at: 3, why: "quota" },
    });
    expect((await log.latest("a", 5)).map(({ id }) => id)).toEqual(["n1"]);
  });

  test("keeps what it can: one read of the stream is stored after the oldest went", async () => {
    const log = await open();
    await log.append("a", {
      at: 1,
      events: Array.from({ length: 150 }, (_, index) => event(`old-${index}`)),
    });
    limitRoom(1);
    await log.append("a", { at: 2, events: events("n1"), position: { cursor: "c1" } });
    const result = await log.append("a", {
      at: 3,
      events: events("n2"),
      position: { cursor: "c2" },
    });
    expect(result.stored).toHaveLength(1);
    expect((await log.position("a")).cursor).toBe("c2");
    const { count, retained } = await log.summary("a");
    expect([count, retained?.count, retained?.why]).toEqual([52, 100, "quota"]);
  });
});

describe("a database of version 1", () => {
  const old = (id: string, sequence: number) => ({
    ...event(id),
    tenantId: "a",
    sequence,
    storedAt: 1_000 + sequence,
  });

  test("is taken over whole: events, position, what was seen, marks; and gets what version 2 stores beside them", async () => {
    const factory = new IDBFactory();
    const database = await openRaw(factory, 1, makeVersion1);
    const rows = Array.from({ length: 1_200 }, (_, index) => old(`e${index + 1}`, index + 1));
    await write(database, "events", [
      ...rows,
      { ...old("x", 7), tenantId: "b" },
      { tenantId: "c", sequence: 1, id: "damaged" },
    ]);
    await write(database, "tenants", [
      { tenantId: "a", cursor: "o9", firstSequence: 1, lastSequence: 1_200, viewedSequence: 1_199 },
      { tenantId: "b", firstSequence: 7, lastSequence: 7, viewedSequence: 0 },
    ]);
    await write(database, "marks", [
      { kind: "gap", at: 5, afterSequence: 3, to: "later", tenantId: "a" },
    ]);
    database.close();

    const log = await open({ indexedDB: factory });
    expect(await log.summary("a")).toMatchObject({
      count: 1_200,
      unread: 1,
      position: { cursor: "o9" },
    });
    expect(await log.marks("a")).toEqual([{ kind: "gap", at: 5, afterSequence: 3, to: "later" }]);
    const sequences: number[] = [];
    for await (const texts of log.texts("a")) {
      sequences.push(
        ...texts.filter(({ text }) => text.includes("@example.com")).map((text) => text.sequence),
      );
    }
    expect(sequences).toEqual(rows.map(({ sequence }) => sequence));
    expect((await log.arrived("a", { from: 2_199, to: 2_201 })).map(({ id }) => id)).toEqual([
      "e1199",
      "e1200",
    ]);
    expect(await log.latest("a", 1)).toMatchObject([
      { id: "e1200", subjectKey: "user:local|e1200" },
    ]);
    expect((await log.append("a", { at: 9, events: events("e5", "new") })).stored).toMatchObject([
      { id: "new", sequence: 1_201 },
    ]);
    expect(await log.find("b", "x")).toMatchObject({ sequence: 7 });
  });
});

describe("opening", () => {
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
      onFreed() {
        isFreed = true;
        freed.resolve();
      },
    });
    await expect(log.position("a")).rejects.toMatchObject({ code: "blocked" });
    await expect(log.append("a", { at: 1 })).rejects.toThrow(/older page.*opens by itself/u);
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
    const log = await open({ indexedDB: factory, onFreed: freed.resolve });
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
    // Whatever the browser has to say of it comes before the answer to this.
    await factory.databases();
    await new Promise((resolve) => setTimeout(resolve));
    expect(isDeleted).toBe(false);
    older.close();
    await deleting;
    expect(await (await open({ indexedDB: factory })).tenantIds()).toEqual([]);
  });

  test("a record of the stream that cannot be read is made anew from the events, with a mark", async () => {
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

  test("an event whose row is damaged keeps its place, and says what it is", async () => {
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
      problems: ["The row of this event was damaged on this device: this is what is left of it."],
      damage: ["id", "type", "envelope", "malformed", "problems", "storedAt"],
    });
    expect(await log.pick("a", [2])).toEqual([shown[1]]);
    const stored = await log.append("a", { at: 8, events: events("2", "4") });
    expect(stored.stored.map(({ sequence }) => sequence)).toEqual([4, 5]);
  });

  test("what can still be read of a damaged row is kept as it is", async () => {
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

  test("texts come in pieces that a page can take between two frames, however they were stored", async () => {
    const log = await open();
    const many = (from: number, count: number) =>
      events(...Array.from({ length: count }, (_, index) => String(from + index)));
    for (let stored = 0; stored < 4_800; stored += 800)
      await log.append("a", { at: 7, events: many(stored + 1, 800) });
    for (const id of ["x", "y", "z"]) await log.append("b", { at: 7, events: events(id) });
    const read = async (tenantId: string): Promise<number[]> => {
      const sizes: number[] = [];
      for await (const texts of log.texts(tenantId)) sizes.push(texts.length);
      return sizes;
    };
    expect(await read("a")).toEqual([1_600, 1_600, 1_600]);
    expect(await read("b")).toEqual([3]);
  });

  test("texts that are damaged hide none of those behind them", async () => {
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

  test("a record of the stream that is gone is made anew from the events, with a mark", async () => {
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

  test("a row in the place of the next event gives way to it", async () => {
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

  test("a record that cannot be read, of a tenant without events, starts anew", async () => {
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
});

describe("asking the log", () => {
  async function fill() {
    const log = await open();
    const typed = (id: string, type: string, user: string) =>
      event(id, { type, data: { object: { user_id: user } } });
    await log.append("a", {
      at: 60_000,
      events: [typed("1", "user.created", "u1"), typed("2", "user.created", "u2")],
    });
    await log.append("a", {
      at: 120_000,
      events: [typed("3", "user.updated", "u1"), typed("4", "group.created", "g")],
    });
    await log.append("a", { at: 185_000, events: [typed("5", "user.updated", "u1")] });
    await log.append("b", { at: 185_000, events: [typed("1", "user.updated", "u1")] });
    return log;
  }
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

  test("what arrived since a time, and in a span of time, is found and counted", async () => {
    const log = await fill();
    expect(ids(await log.arrived("a", { from: 120_000 }))).toEqual(["3", "4", "5"]);
    expect(ids(await log.arrived("a", { from: 0, to: 120_000 }))).toEqual(["1", "2"]);
    expect(ids(await log.arrived("a", { from: 0, limit: 1 }))).toEqual(["1"]);
    expect(await log.arrived("a", { from: 5, to: 5 })).toEqual([]);
    expect(await log.arrived("a", { from: 9, to: 3 })).toEqual([]);
  });

  test("one event is found by its id, several by their sequences", async () => {
    const log = await fill();
    expect(await log.find("a", "4")).toMatchObject({ sequence: 4, type: "group.created" });
    expect(await log.find("b", "4")).toBeUndefined();
    expect(ids(await log.pick("a", [5, 99, 1]))).toEqual(["5", "1"]);
  });

  test("the event before one about the same user is found, in the same tenant alone", async () => {
    const log = await fill();
    const [newest] = await log.latest("a", 1);
    if (newest === undefined) throw new Error("There is no event.");
    const before = await log.previous("a", newest);
    expect(before).toMatchObject({ id: "3" });
    expect(await log.previous("a", before ?? newest)).toMatchObject({ id: "1" });
    expect(await log.previous("b", { ...newest, sequence: 1 })).toBeUndefined();
    expect(await log.previous("a", { sequence: 5 })).toBeUndefined();
  });

  test("arrivals are counted by the minute of the last hour, cheaply and through a restart", async () => {
    const log = await fill();
    const counts = await log.countByMinute("a", 190_000);
    expect(counts).toHaveLength(60);
    expect(counts.slice(-4)).toEqual([0, 2, 2, 1].slice(0, 4));
    expect((await log.countByMinute("a", 190_000 + 10 * 60_000)).slice(47, 50)).toEqual([2, 2, 1]);
    expect(
      (await log.countByMinute("a", 190_000 + 3_600_000)).reduce((sum, one) => sum + one, 0),
    ).toBe(0);
    await log.append("a", { at: 130_000, events: events("late") });
    expect((await log.countByMinute("a", 190_000)).at(-1)).toBe(2);
    expect(await log.countByMinute("nobody", 0)).toEqual(Array.from({ length: 60 }, () => 0));
  });

  test("a clock that was far ahead does not stop the count", async () => {
    const log = await open();
    await log.append("a", { at: 10 * DAY, events: events("1") });
    await log.append("a", { at: 60_000, events: events("2") });
    expect((await log.countByMinute("a", 61_000)).at(-1)).toBe(1);
  });

  test("all events are read in pieces, and what comes meanwhile is for the next time", async () => {
    const log = await fill();
    const pieces: string[][] = [];
    for await (const piece of log.chunks("a", { size: 2, after: 1 })) {
      pieces.push(ids(piece));
      if (pieces.length === 1) await log.append("a", { at: 190_000, events: events("6") });
    }
    expect(pieces).toEqual([
      ["2", "3"],
      ["4", "5"],
    ]);
  });

  test("the tenants of whom something is kept are known", async () => {
    const log = await fill();
    expect(await log.tenantIds()).toEqual(["a", "b"]);
    await log.forget("a");
    expect(await log.tenantIds()).toEqual(["b"]);
    for await (const texts of log.texts("a")) expect(texts).toEqual([]);
  });
});

test("the shape of what is stored is what the next version has to take over", async () => {
  const factory = new IDBFactory();
  const log = await open({ indexedDB: factory });
  await log.append("a", { at: 1, events: events("1"), marks: [{ kind: "repaired" }] });
  log.close();
  const raw = await openRaw(factory, 2);
  const shape = Array.from(raw.objectStoreNames, (name) => {
    const store = raw.transaction(name).objectStore(name);
    return [name, store.keyPath, Array.from(store.indexNames)];
  });
  raw.close();
  expect(z.array(z.unknown()).parse(shape)).toEqual([
    ["events", ["tenantId", "sequence"], ["byArrival", "byId", "bySubject"]],
    ["marks", null, ["byTenant"]],
    ["tenants", "tenantId", []],
    ["texts", ["tenantId", "last"], []],
  ]);
});
