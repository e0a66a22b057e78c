import { expect, test } from "vitest";

import { isQuietTime } from "../../../../lib/worker/quiet-hours.ts";

const at = (hours: number, minutes = 0) => new Date(2026, 10, 21, hours, minutes);
const night = { from: "22:00", to: "06:30" };
const noon = { from: "12:00", to: "13:00" };

test.each([
  [night, at(22), true],
  [night, at(23, 59), true],
  [night, at(0), true],
  [night, at(6, 29), true],
  [night, at(6, 30), false],
  [night, at(21, 59), false],
  [noon, at(12), true],
  [noon, at(13), false],
  [{ from: "08:00", to: "08:00" }, at(8), false],
])("with quiet hours %j, %s is quiet: %s", (hours, moment, isQuiet) => {
  expect(isQuietTime(hours, moment)).toBe(isQuiet);
});

test("without quiet hours no time is quiet", () => {
  expect(isQuietTime(undefined, at(3))).toBe(false);
});
