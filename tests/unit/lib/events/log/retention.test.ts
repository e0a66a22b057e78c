import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";

import { events, open, openRaw } from "./log-harness.ts";

const day = 86_400_000;

test("deletes events above the maximum number, counts them in a mark, and leaves no gap", async () => {
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
  await log.append("a", { at: 30, events: events("6") });
  expect((await log.summary("a")).retained).toMatchObject({ count: 4, from: 10, to: 20, at: 30 });
  await log.append("b", { at: 1, events: events("1", "2", "3") });
  expect(await log.summary("b")).toMatchObject({ count: 3, retained: undefined });
});

test("deletes events above the maximum age with the next read, also with a heartbeat", async () => {
  const log = await open();
  await log.append("a", { at: 0, events: events("1", "2") });
  await log.append("a", { at: day, events: events("3") });
  const result = await log.append("a", { at: 30 * day + 1, position: { cursor: "c" } });
  expect(result.dropped).toBe(2);
  expect((await log.since("a", 0)).map(({ id }) => id)).toEqual(["3"]);
  expect((await log.summary("a")).retained).toMatchObject({
    count: 2,
    from: 0,
    to: 0,
    why: "age",
  });
});

test("removes the texts of deleted events only", async () => {
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

test("applies a lowered limit when the log is trimmed", async () => {
  let maxEvents = 10;
  const log = await open({ retentionOf: () => ({ maxEvents }) });
  await log.append("a", { at: 1, events: events("1", "2", "3") });
  maxEvents = 1;
  expect(await log.trim("a", 5)).toBe(2);
  expect(await log.trim("a", 6)).toBe(0);
  expect((await log.summary("a")).count).toBe(1);
});

test("trims all events above the maximum age, for any number of them", async () => {
  const log = await open({ retentionOf: () => ({ maxAgeMs: day }) });
  const ids = Array.from({ length: 4_500 }, (_, index) => String(index + 1));
  await log.append("a", { at: 1, events: events(...ids) });
  await log.append("a", { at: 2 * day, events: events("young") });
  await log.trim("a", 2 * day);
  expect(await log.summary("a")).toMatchObject({ count: 1, retained: { count: 4_500 } });
});

test("reports an event that was deleted for its age, also after the clock was wrong", async () => {
  const log = await open({ retentionOf: () => ({ maxAgeMs: day }) });
  await log.append("a", { at: 50 * day, events: events("1") });
  await log.append("a", { at: 3, events: events("2") });
  await log.append("a", { at: 50 * day + 5, events: events("3") });
  expect((await log.summary("a")).count, "nothing goes before what is in front of it").toBe(3);
  await log.append("a", { at: 51 * day + 1, events: events("4") });
  expect((await log.since("a", 0)).map(({ id }) => id)).toEqual(["3", "4"]);
});

describe("a clock that was ahead by more than the maximum age", () => {
  test("keeps no event too long: events of that time go with the next old event", async () => {
    const log = await open({ retentionOf: () => ({ maxAgeMs: day }) });
    await log.append("a", { at: 400 * day, events: events("ahead-1", "ahead-2") });
    await log.append("a", { at: 10 * day, events: events("3", "4") });
    await log.append("a", { at: 10 * day + 7, events: events("5") });
    const result = await log.append("a", { at: 11 * day + 5, events: events("6") });
    expect(result.dropped).toBe(4);
    expect((await log.since("a", 0)).map(({ id }) => id)).toEqual(["5", "6"]);
    expect((await log.summary("a")).retained).toMatchObject({ count: 4, why: "age" });
  });

  test("deletes no event while the next one is young, or if there is no next one", async () => {
    const log = await open({ retentionOf: () => ({ maxAgeMs: day }) });
    await log.append("a", { at: 400 * day, events: events("ahead") });
    expect(await log.trim("a", 10 * day)).toBe(0);
    await log.append("a", { at: 10 * day, events: events("2") });
    expect(await log.trim("a", 11 * day)).toBe(0);
    expect(await log.trim("a", 11 * day + 1)).toBe(2);
  });
});

test("deletes marks with the events around them, gaps last", async () => {
  const log = await open({ retentionOf: () => ({ maxEvents: 1 }) });
  await log.append("a", { at: 1, events: events("1"), marks: [{ kind: "gap", to: "x" }] });
  await log.append("a", { at: 2, events: events("2", "3"), marks: [{ kind: "gap", to: "y" }] });
  expect(await log.marks("a")).toMatchObject([{ kind: "gap", to: "y" }]);
});

test("creates another mark for invalid data of another kind, or after another event", async () => {
  const log = await open();
  const garbage = { kind: "unreadable", count: 1, message: "m", raw: "{" } as const;
  await log.append("a", { at: 1, marks: [{ ...garbage, code: "not-json" }] });
  await log.append("a", { at: 2, marks: [{ ...garbage, code: "not-a-message" }] });
  await log.append("a", {
    at: 3,
    events: events("1"),
    marks: [{ ...garbage, code: "not-a-message" }],
  });
  expect(await log.marks("a")).toMatchObject([
    { code: "not-json", count: 1, afterSequence: 0 },
    { code: "not-a-message", count: 1, afterSequence: 0 },
    { code: "not-a-message", count: 1, afterSequence: 1 },
  ]);
});

test("counts a stream of invalid data in one mark, which displaces no gap", async () => {
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
  expect(await log.marks("a")).toMatchObject([{ kind: "gap" }, { kind: "unreadable", count: 10 }]);
});
