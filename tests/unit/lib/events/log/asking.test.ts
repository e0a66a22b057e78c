import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";

import { event, events, open } from "./log-harness.ts";

const day = 86_400_000;

describe("reading the log", () => {
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

  test("finds and counts the events since a time and in a period", async () => {
    const log = await fill();
    expect(ids(await log.arrived("a", { from: 120_000 }))).toEqual(["3", "4", "5"]);
    expect(ids(await log.arrived("a", { from: 0, to: 120_000 }))).toEqual(["1", "2"]);
    expect(ids(await log.arrived("a", { from: 0, limit: 1 }))).toEqual(["1"]);
    expect(await log.arrived("a", { from: 5, to: 5 })).toEqual([]);
    expect(await log.arrived("a", { from: 9, to: 3 })).toEqual([]);
  });

  test("finds one event by its id, and several by their sequences", async () => {
    const log = await fill();
    expect(await log.find("a", "4")).toMatchObject({ sequence: 4, type: "group.created" });
    expect(await log.find("b", "4")).toBeUndefined();
    expect(ids(await log.pick("a", [5, 99, 1]))).toEqual(["5", "1"]);
  });

  test("finds the previous event about the same user, only in the same tenant", async () => {
    const log = await fill();
    const [newest] = await log.latest("a", 1);
    if (newest === undefined) throw new Error("There is no event.");
    const before = await log.previous("a", newest);
    expect(before).toMatchObject({ id: "3" });
    expect(await log.previous("a", before ?? newest)).toMatchObject({ id: "1" });
    expect(await log.previous("b", { ...newest, sequence: 1 })).toBeUndefined();
    expect(await log.previous("a", { sequence: 5 })).toBeUndefined();
  });

  test("counts arrivals per minute of the last hour, cheaply and across a restart", async () => {
    const log = await fill();
    const counts = await log.countByMinute("a", 190_000);
    expect(counts).toHaveLength(60);
    expect(counts.slice(-4)).toEqual([0, 2, 2, 1]);
    expect((await log.countByMinute("a", 190_000 + 10 * 60_000)).slice(47, 50)).toEqual([2, 2, 1]);
    expect(
      (await log.countByMinute("a", 190_000 + 3_600_000)).reduce((sum, one) => sum + one, 0),
    ).toBe(0);
    await log.append("a", { at: 130_000, events: events("late") });
    expect((await log.countByMinute("a", 190_000)).at(-1)).toBe(2);
    expect(await log.countByMinute("nobody", 0)).toEqual(Array.from({ length: 60 }, () => 0));
  });

  test("counts arrivals also after the clock was far ahead", async () => {
    const log = await open();
    await log.append("a", { at: 10 * day, events: events("1") });
    await log.append("a", { at: 60_000, events: events("2") });
    expect((await log.countByMinute("a", 61_000)).at(-1)).toBe(1);
  });

  test("reads all events in batches, without those that arrive meanwhile", async () => {
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

  test("lists the tenants with stored data", async () => {
    const log = await fill();
    expect(await log.tenantIds()).toEqual(["a", "b"]);
    await log.forget("a");
    expect(await log.tenantIds()).toEqual(["b"]);
    for await (const texts of log.texts("a")) expect(texts).toEqual([]);
  });

  test("reads texts in batches that a page can process between two frames", async () => {
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
});
