import "fake-indexeddb/auto";
import { describe, expect, onTestFinished, test } from "vitest";

import { event, events, open } from "./log-harness.ts";

describe("the event log in a full browser", () => {
  /** Creates a disk with room for a number of event rows; the test can change the number. */
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

  test("deletes the oldest events of the tenant with the most, records this, and continues", async () => {
    const log = await open();
    const many = Array.from({ length: 2_100 }, (_, index) => event(`old-${index}`));
    await log.append("large", { at: 1, events: many });
    await log.append("small", { at: 1, events: events("s1") });
    const disk = limitRoom(0);
    const failing = log.append("small", { at: 2, events: events("s2") });
    await expect(failing).rejects.toMatchObject({ code: "full" });
    expect((await log.summary("large")).count, "four steps of 500").toBe(100);
    expect((await log.summary("small")).count).toBe(1);
    disk.room = 3;
    const result = await log.append("small", { at: 3, events: events("s3") });
    expect(result.stored.map(({ id }) => id)).toEqual(["s3"]);
    expect((await log.summary("large")).retained).toMatchObject({ count: 2_000, why: "quota" });
  });

  test("deletes no more events for ten minutes after deletions that did not help", async () => {
    const log = await open();
    const many = Array.from({ length: 6_100 }, (_, index) => event(`old-${index}`));
    await log.append("a", { at: 1_000, events: many });
    const disk = limitRoom(0);
    const countAfterRefusal = async (at: number): Promise<number> => {
      const failing = log.append("a", { at, events: events(`n${at}`) });
      await expect(failing).rejects.toMatchObject({ code: "full" });
      return (await log.summary("a")).count;
    };
    expect(await countAfterRefusal(2_000)).toBe(4_100);
    expect(await countAfterRefusal(3_000)).toBe(4_100);
    expect(await countAfterRefusal(601_999)).toBe(4_100);
    expect(await countAfterRefusal(602_000)).toBe(2_100);
    disk.room = 3;
    await log.append("a", { at: 603_000, events: events("stored") });
    disk.room = 0;
    expect(await countAfterRefusal(604_000), "an append succeeded in between").toBe(101);
  });

  test("deletes events also if no row can be written, and counts them once one can", async () => {
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

  test("keeps the cursor of the last stored event while no event can be stored", async () => {
    const log = await open();
    await log.append("a", { at: 1, events: events("e1"), position: { cursor: "c1" } });
    limitRoom(0);
    const failing = log.append("a", { at: 2, events: events("e2"), position: { cursor: "c2" } });
    await expect(failing).rejects.toMatchObject({ code: "full" });
    expect((await log.position("a")).cursor).toBe("c1");
  });

  test("stores a read of the stream after the oldest events were deleted", async () => {
    const log = await open();
    await log.append("a", {
      at: 1,
      events: Array.from({ length: 800 }, (_, index) => event(`old-${index}`)),
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
    expect([count, retained?.count, retained?.why]).toEqual([302, 500, "quota"]);
  });

  test("deletes nothing if the browser's new measurement finds space, and waits a second for each one", async () => {
    const waits: number[] = [];
    let isStale = false;
    const log = await open({
      async pause(ms) {
        waits.push(ms);
      },
    });
    await log.append("a", { at: 1, events: events("e1", "e2") });
    const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
    const { transaction } = Object.getOwnPropertyDescriptors(IDBDatabase.prototype);
    onTestFinished(() => {
      Object.defineProperties(IDBObjectStore.prototype, { put });
      Object.defineProperties(IDBDatabase.prototype, { transaction });
    });
    const [putRow, begin] = [put.value, transaction.value];
    if (putRow === undefined || begin === undefined) throw new Error("No such method.");
    // Chromium measures its usage again only when a readwrite transaction commits.
    isStale = true;
    IDBObjectStore.prototype.put = function refused(...given) {
      if (isStale) throw new DOMException("No room.", "QuotaExceededError");
      return Reflect.apply(putRow, this, given);
    };
    IDBDatabase.prototype.transaction = function watched(...given) {
      const started: IDBTransaction = Reflect.apply(begin, this, given);
      if (given[1] === "readwrite") {
        started.addEventListener("complete", () => {
          isStale = false;
        });
      }
      return started;
    };
    await log.append("a", { at: 2, events: events("e3") });
    expect(await log.summary("a")).toMatchObject({ count: 3, retained: undefined });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(1_000);
  });
});
