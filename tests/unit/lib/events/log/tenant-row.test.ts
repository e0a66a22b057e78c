import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  addArrivals,
  newTenantRow,
  readArrivals,
  type TenantRow,
} from "../../../../../lib/events/log/tenant-row.ts";

const minuteOf = (at: number) => Math.floor(at / 60_000);
const start = 60_000_000;

function arrive(row: TenantRow, at: number, count = 1): TenantRow {
  return addArrivals(row, at, count);
}

test("counts zero in 60 minutes for an hour without events", () => {
  expect(readArrivals(newTenantRow("a"), minuteOf(start))).toEqual(
    Array.from({ length: 60 }, () => 0),
  );
});

test.each([
  [0, 59],
  [1, 58],
  [59, 0],
])("counts an event of %i minutes ago in minute %i of the hour", (ago, place) => {
  const counts = readArrivals(arrive(newTenantRow("a"), start, 3), minuteOf(start) + ago);
  expect(counts).toHaveLength(60);
  expect(counts.indexOf(3)).toBe(place);
});

test("does not count events older than an hour", () => {
  const row = arrive(newTenantRow("a"), start);
  expect(readArrivals(row, minuteOf(start) + 60).every((count) => count === 0)).toBe(true);
});

test("counts arrivals in their own minute for any distribution", () => {
  const waits = fc.array(
    fc.record({ ms: fc.integer({ min: 0, max: 600_000 }), count: fc.integer({ min: 0, max: 9 }) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(waits, fc.integer({ min: 0, max: 600_000 }), (arrivals, rest) => {
      const wanted = new Map<number, number>();
      let row = newTenantRow("a");
      let now = start;
      for (const { ms, count } of arrivals) {
        now += ms;
        row = arrive(row, now, count);
        wanted.set(minuteOf(now), (wanted.get(minuteOf(now)) ?? 0) + count);
      }
      const minute = minuteOf(now + rest);
      expect(readArrivals(row, minute)).toEqual(
        Array.from({ length: 60 }, (_, index) => wanted.get(minute - 59 + index) ?? 0),
      );
    }),
  );
});
