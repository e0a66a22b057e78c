import { expect, test } from "vitest";

import { describeMark } from "../../../../../lib/events/log/describe-mark.ts";
import type { LogMark, RetainedMark } from "../../../../../lib/events/log/log-mark.ts";

const placed = { at: 9, afterSequence: 1 };
const marks: readonly (readonly [LogMark | RetainedMark, string])[] = [
  [
    {
      kind: "gap",
      ...placed,
      from: "1970-01-01T00:00:01Z",
      to: "1970-01-01T00:00:02Z",
      reason: "expired",
    },
    "The tenant no longer had the stream position: events between t1000 and t2000 may be missing.",
  ],
  [
    { kind: "gap", ...placed, to: "unclear" },
    "The position was lost: events before unclear may be missing.",
  ],
  [
    { kind: "resumed", ...placed, chosen: "event", point: "evt_1" },
    "Resumed manually after the event evt_1.",
  ],
  [
    { kind: "unreadable", ...placed, count: 1, code: "x", message: "Not JSON.", raw: "" },
    "Not JSON.",
  ],
  [
    { kind: "unreadable", ...placed, count: 3, code: "x", message: "Not JSON.", raw: "" },
    "Not JSON. (3 in a row)",
  ],
  [
    { kind: "retained", count: 2, from: 1, to: 2, at: 3, why: "age" },
    "Deleted 2 older events (t1 to t2) from this device, most recently because of their age.",
  ],
  [
    { kind: "retained", count: 1, from: 1, to: 1, at: 3, why: "quota" },
    "Deleted 1 older event (t1 to t1) from this device, most recently because the browser's storage was full.",
  ],
];

test.each(marks)("describes %o in a sentence", (mark, sentence) => {
  expect(describeMark(mark, (at) => `t${at}`)).toBe(sentence);
});

test("states that a repair loses no event", () => {
  expect(describeMark({ kind: "repaired", ...placed }, String)).toMatch(/No event is missing/u);
});
