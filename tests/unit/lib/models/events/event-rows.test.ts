import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { LogMark, RetainedMark } from "../../../../../lib/events/log/log-mark.ts";
import {
  arrangeRows,
  createSequenceList,
  createSequenceRange,
} from "../../../../../lib/models/events/event-rows.ts";

const gap = (afterSequence: number): LogMark => ({
  kind: "gap",
  at: 1,
  afterSequence,
  to: "2026-11-21T08:00:00Z",
});
const retained: RetainedMark = { kind: "retained", count: 3, from: 1, to: 2, at: 3, why: "count" };
const none = { marks: [], retained: undefined, startedFrom: undefined };

function keysOf(rows: ReturnType<typeof arrangeRows>): (string | undefined)[] {
  return Array.from({ length: rows.count }, (_, index) => rows.at(index)?.key);
}

test("lists events newest first, in the whole and in the filtered log", () => {
  const whole = arrangeRows({ ...none, sequences: createSequenceRange(4, 6) });
  expect(keysOf(whole)).toEqual(["event-6", "event-5", "event-4"]);
  const filtered = arrangeRows({ ...none, sequences: createSequenceList([6, 4]) });
  expect(keysOf(filtered)).toEqual(["event-6", "event-4"]);
  expect(arrangeRows({ ...none, sequences: createSequenceRange(1, 0) }).count).toBe(0);
});

test("places a mark directly above the event that precedes it, the newest of several marks first", () => {
  const rows = arrangeRows({
    ...none,
    sequences: createSequenceRange(1, 3),
    marks: [gap(0), gap(2), gap(2), gap(3)],
  });
  expect(keysOf(rows)).toEqual([
    "mark-gap-3",
    "event-3",
    "mark-gap-2",
    "mark-gap-1",
    "event-2",
    "event-1",
    "mark-gap-0",
  ]);
});

test("places the deletions and the start of the log at the end, in this order", () => {
  const rows = arrangeRows({
    sequences: createSequenceRange(4, 4),
    marks: [],
    retained,
    startedFrom: "2026-11-21T08:00:00Z",
  });
  expect(keysOf(rows)).toEqual(["event-4", "retained", "start"]);
});

test("finds every row at its index, with and without marks", () => {
  const sequence = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(fc.uniqueArray(sequence), fc.array(fc.integer({ min: 0, max: 61 })), (some, at) => {
      const descending = some.toSorted((a, b) => b - a);
      const rows = arrangeRows({
        ...none,
        sequences: createSequenceList(descending),
        marks: at.map(gap),
        retained,
      });
      const keys = keysOf(rows);
      expect(keys).toHaveLength(some.length + at.length + 1);
      expect(new Set(keys).size).toBe(keys.length);
      for (const [index, key] of keys.entries()) expect(rows.indexOf(key ?? "")).toBe(index);
      for (const one of descending) expect(keys).toContain(`event-${one}`);
    }),
  );
});

test("finds no index for a hidden or missing row", () => {
  const rows = arrangeRows({ ...none, sequences: createSequenceList([6, 4]) });
  for (const key of ["event-5", "event-7", "event-0", "retained", "event-x", ""])
    expect(rows.indexOf(key)).toBeUndefined();
});
