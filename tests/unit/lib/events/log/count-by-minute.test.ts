import * as fc from "fast-check";
import { expect, test } from "vitest";

import { countByMinute } from "../../../../../lib/events/log/count-by-minute.ts";

const NOW = 10_000_000;

test("an hour without events is sixty empty minutes", () => {
  expect(countByMinute([], NOW)).toEqual(Array.from({ length: 60 }, () => 0));
});

test.each([
  [0, 59],
  [59_999, 59],
  [60_000, 58],
  [3_599_999, 0],
])("an event of %i ms ago stands in minute %i", (ago, minute) => {
  const counts = countByMinute([NOW - ago], NOW);
  expect(counts.indexOf(1)).toBe(minute);
});

test.each([[3_600_000], [-1], [Number.NaN]])("an event of %f ms ago is not of this hour", (ago) => {
  expect(countByMinute([NOW - ago], NOW).every((count) => count === 0)).toBe(true);
});

test("each event of the hour is counted once", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: NOW - 5_000_000, max: NOW + 5_000 })), (arrivals) => {
      const inside = arrivals.filter((at) => at <= NOW && NOW - at < 3_600_000);
      const counts = countByMinute(arrivals, NOW);
      expect(counts).toHaveLength(60);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(inside.length);
    }),
  );
});
