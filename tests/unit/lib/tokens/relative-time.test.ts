import { expect, test } from "vitest";
import {
  describeExactDuration,
  describeExactMoment,
} from "../../../../lib/tokens/relative-time.ts";

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, "0 s"],
  [999, "0 s"],
  [59_999, "59 s"],
  [minute, "1 min"],
  [4 * minute + 5 * second, "4 min 5 s"],
  [2 * hour - 1, "1 h 59 min"],
  [hour + 59 * second, "1 h"],
  [3 * day + 2 * hour, "3 days 2 h"],
  [day + hour, "1 day 1 h"],
  [365 * day, "1 year"],
  [(2 * 365 + 1) * day, "2 years 1 day"],
  [-minute, "1 min"],
])("formats %i ms in two adjacent units", (milliseconds, text) => {
  expect(describeExactDuration(milliseconds)).toBe(text);
});

test.each([
  [999, "now"],
  [-999, "now"],
  [2 * hour - minute, "in 1 h 59 min"],
  [-(3 * day + 2 * hour), "3 days 2 h ago"],
])("formats a time %i ms from now", (distance, text) => {
  expect(describeExactMoment(distance, 0)).toBe(text);
});
