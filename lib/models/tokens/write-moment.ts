import { describeExactMoment } from "../../tokens/relative-time.ts";

/** A time as people compare it, in three forms. */
export interface WrittenMoment {
  /** In the language and the time zone of this device. */
  local: string;
  /** ISO 8601 without milliseconds: `2026-11-21T09:00:00Z`. */
  utc: string;
  /** `in 1 h 59 min` */
  relative: string;
}

/**
 * Formats a time in local time, in UTC and relative to `now`. Both are Unix time in ms, and `at` is
 * within the range of a Date.
 */
export function writeMoment(at: number, now: number): WrittenMoment {
  const date = new Date(at);
  return {
    local: date.toLocaleString([], { dateStyle: "medium", timeStyle: "medium" }),
    utc: date.toISOString().replace(/\.\d+Z$/u, "Z"),
    relative: describeExactMoment(at, now),
  };
}
