import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { event, events, open } from "./log-harness.ts";

describe("append", () => {
  test("numbers the events of each tenant separately", async () => {
    const log = await open();
    await log.append("a", { at: 1, events: events("1", "2") });
    await log.append("b", { at: 2, events: events("1") });
    const result = await log.append("a", { at: 3, events: events("3") });
    expect(result.stored).toMatchObject([{ id: "3", tenantId: "a", sequence: 3, storedAt: 3 }]);
    expect(await log.since("b", 0)).toMatchObject([{ id: "1", sequence: 1 }]);
  });

  test("stores an event once that was stored before or occurs twice in one read", async () => {
    const log = await open();
    await log.append("a", { at: 1, events: events("1", "2") });
    const result = await log.append("a", { at: 2, events: events("2", "3", "3", "1", "4") });
    expect(result.stored.map(({ id, sequence }) => [id, sequence])).toEqual([
      ["3", 3],
      ["4", 4],
    ]);
    expect(result.duplicates).toBe(3);
    expect((await log.summary("a")).count).toBe(4);
  });

  test("moves the cursor with the events, and keeps it if a read had none", async () => {
    const log = await open();
    expect((await log.position("a")).cursor).toBeUndefined();
    await log.append("a", { at: 1, events: events("1"), position: { cursor: "o1" } });
    await log.append("a", { at: 2, events: events("2") });
    expect((await log.position("a")).cursor).toBe("o1");
    await log.append("a", { at: 3, position: { resumeFrom: "2026-11-21T08:00:00Z" } });
    expect(await log.position("a")).toEqual({ resumeFrom: "2026-11-21T08:00:00Z" });
  });

  test("stores neither events nor cursor of a read that cannot be stored completely", async () => {
    const log = await open();
    const unstorable = { ...event("2"), envelope: { call: () => 1 } };
    const failing = log.append("a", {
      at: 1,
      events: [event("1"), unstorable],
      position: { cursor: "o2" },
    });
    await expect(failing).rejects.toMatchObject({ code: "failed" });
    expect((await log.summary("a")).count).toBe(0);
    expect((await log.position("a")).cursor).toBeUndefined();
    const again = await log.append("a", { at: 2, events: events("1") });
    expect(again).toMatchObject({ duplicates: 0, stored: [{ id: "1", sequence: 1 }] });
  });

  test("stores marks in order, after the event that they follow", async () => {
    const log = await open();
    const gap = { kind: "gap", from: "x", to: "y" } as const;
    await log.append("a", { at: 1, events: events("1"), marks: [gap] });
    await log.append("a", { at: 2, events: events("2") });
    await log.append("a", { at: 3, marks: [gap] });
    expect(await log.marks("a")).toEqual([
      { ...gap, at: 1, afterSequence: 1 },
      { ...gap, at: 3, afterSequence: 2 },
    ]);
    expect(await log.marks("b")).toEqual([]);
  });

  test("deletes the oldest events above the limit, and keeps all counts correct", async () => {
    const log = await open({ retentionOf: () => ({ maxEvents: 3 }) });
    await log.append("a", { at: 1, events: events("1", "2") });
    await log.append("a", { at: 2, events: events("3", "4", "5") });
    expect((await log.since("a", 0)).map(({ id }) => id)).toEqual(["3", "4", "5"]);
    expect((await log.summary("a")).count).toBe(3);
    expect(await log.unreadCount("a")).toBe(3);
    const burst = await log.append("a", { at: 3, events: events("6", "7", "8", "9") });
    expect(burst.stored).toHaveLength(4);
    expect((await log.since("a", 0)).map(({ id }) => id)).toEqual(["7", "8", "9"]);
  });
});

describe("read", () => {
  test("latest returns the newest event first", async () => {
    const log = await open();
    await log.append("a", { at: 1, events: events("1", "2", "3", "4", "5") });
    expect((await log.latest("a", 2)).map(({ id }) => id)).toEqual(["5", "4"]);
    expect(await log.latest("a", 9)).toHaveLength(5);
    expect(await log.latest("b", 9)).toEqual([]);
  });

  test("since returns the events after a sequence, oldest first, up to a limit", async () => {
    const log = await open();
    await log.append("a", { at: 1, events: events("1", "2", "3") });
    expect((await log.since("a", 1)).map(({ id }) => id)).toEqual(["2", "3"]);
    expect((await log.since("a", 0, { limit: 1 })).map(({ id }) => id)).toEqual(["1"]);
    expect(await log.since("a", 3)).toEqual([]);
  });
});

describe("viewed events", () => {
  test("unreadCount counts the events after the last viewed one", async () => {
    const log = await open();
    expect(await log.unreadCount("a")).toBe(0);
    await log.append("a", { at: 1, events: events("1", "2", "3") });
    expect(await log.unreadCount("a")).toBe(3);
    await log.markViewed("a", 2);
    expect(await log.unreadCount("a")).toBe(1);
    await log.markViewed("a");
    await log.append("a", { at: 2, events: events("3", "4") });
    expect(await log.unreadCount("a")).toBe(1);
  });

  test("markViewed never moves back, nor beyond the stored events", async () => {
    const log = await open();
    await log.append("a", { at: 1, events: events("1", "2") });
    await log.markViewed("a", 99);
    await log.markViewed("a", 1);
    await log.append("a", { at: 2, events: events("3") });
    expect(await log.unreadCount("a")).toBe(1);
  });

  test("events, cursor and unread count survive closing and reopening", async () => {
    const factory = new IDBFactory();
    const first = await open({ indexedDB: factory });
    await first.append("a", { at: 1, events: events("1", "2"), position: { cursor: "o2" } });
    await first.markViewed("a", 1);
    first.close();
    const second = await open({ indexedDB: factory });
    expect(await second.unreadCount("a")).toBe(1);
    expect((await second.position("a")).cursor).toBe("o2");
    expect((await second.append("a", { at: 2, events: events("2") })).duplicates).toBe(1);
  });
});

test("forget removes all data of one tenant, and none of another", async () => {
  const log = await open();
  for (const tenant of ["a", "b"]) {
    await log.append(tenant, {
      at: 1,
      events: events("1"),
      position: { cursor: "o1" },
      marks: [{ kind: "gap", to: "y" }],
    });
  }
  await log.forget("a");
  expect((await log.summary("a")).count).toBe(0);
  expect(await log.position("a")).toEqual({});
  expect(await log.marks("a")).toEqual([]);
  expect(await log.append("a", { at: 2, events: events("1") })).toMatchObject({ duplicates: 0 });
  expect((await log.summary("b")).count).toBe(1);
  expect(await log.marks("b")).toHaveLength(1);
});

describe("open", () => {
  function holdAt(factory: IDBFactory, version: number): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = factory.open("events", version);
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("not opened")));
    });
  }

  test("throws an error with a code and a message if the database cannot be opened", async () => {
    const factory = new IDBFactory();
    factory.open = () => {
      throw new DOMException("Denied.", "SecurityError");
    };
    const failing = openEventLog({ indexedDB: factory });
    await expect(failing).rejects.toBeInstanceOf(EventLogError);
    await expect(failing).rejects.toMatchObject({ code: "open-failed" });
    await expect(failing).rejects.toThrow(/Could not open.*reload/u);
  });

  test("closes its connection when a newer version wants to upgrade", async () => {
    const factory = new IDBFactory();
    const log = await open({ indexedDB: factory });
    const newer = await holdAt(factory, 99);
    await expect(log.summary("a")).rejects.toMatchObject({ code: "newer" });
    newer.close();
  });

  test("opens the database again after the browser closed the connection", async () => {
    const factory = new IDBFactory();
    const log = await open({ indexedDB: factory });
    await log.append("a", { at: 1, events: events("1") });
    log.close();
    expect((await log.summary("a")).count).toBe(1);
  });
});

test("stores each event once, in order of its first arrival, for any deliveries", async () => {
  const reads = fc.array(
    fc.record({
      ids: fc.array(fc.integer({ min: 1, max: 12 }).map(String), { maxLength: 6 }),
      viewed: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(reads, async (batches) => {
      const log = await openEventLog({ indexedDB: new IDBFactory() });
      let viewed = 0;
      for (const batch of batches) {
        await log.append("a", { at: 1, events: batch.ids.map((id) => event(id)) });
        if (batch.viewed) {
          await log.markViewed("a");
          viewed = (await log.summary("a")).count;
        }
      }
      const wanted = [...new Set(batches.flatMap(({ ids }) => ids))];
      const stored = await log.since("a", 0);
      expect(stored.map(({ id }) => id)).toEqual(wanted);
      expect(stored.map(({ sequence }) => sequence)).toEqual(wanted.map((_, index) => index + 1));
      expect((await log.summary("a")).count).toBe(wanted.length);
      expect(await log.unreadCount("a")).toBe(wanted.length - viewed);
      log.close();
    }),
    { numRuns: 50 },
  );
});
