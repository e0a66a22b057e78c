import { expect, test, vi } from "vitest";

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

test.each([
  ["America/New_York", "2026-11-22T03:30:00Z", true],
  ["America/New_York", "2026-11-22T02:30:00Z", false],
  ["Asia/Kolkata", "2026-11-21T16:30:00Z", true],
  ["Asia/Kolkata", "2026-11-21T16:29:00Z", false],
  ["Asia/Kolkata", "2026-11-22T00:59:00Z", true],
  ["Asia/Kolkata", "2026-11-22T01:00:00Z", false],
  // The hour from two to three occurs twice when summer time ends, and is skipped when it begins.
  ["Europe/Berlin", "2026-10-25T00:30:00Z", true],
  ["Europe/Berlin", "2026-10-25T01:30:00Z", true],
  ["Europe/Berlin", "2026-03-29T04:30:00Z", false],
])("in the time zone %s, %s is quiet at night: %s", (zone, time, isQuiet) => {
  vi.stubEnv("TZ", zone);
  try {
    expect(isQuietTime(night, new Date(time))).toBe(isQuiet);
  } finally {
    vi.unstubAllEnvs();
  }
});
