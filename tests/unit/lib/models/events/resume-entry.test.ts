import { expect, test } from "vitest";

import {
  readResumeEntry,
  type ResumeEntry,
} from "../../../../../lib/models/events/resume-entry.ts";

const now = Date.UTC(2026, 10, 21, 9, 0, 0);
const entry: ResumeEntry = { kind: "now", eventId: "e1", time: "", cursor: "" };

test.each([
  [{ kind: "event" }, { kind: "event", id: "e1" }],
  [
    { kind: "time", time: "2026-11-21T08:00:00Z" },
    { kind: "time", at: now - 3_600_000 },
  ],
  [
    { kind: "cursor", cursor: " o-17 " },
    { kind: "cursor", cursor: "o-17" },
  ],
  [{ kind: "now" }, { kind: "now" }],
] as const)("accepts %j", (over, place) => {
  expect(readResumeEntry({ ...entry, ...over }, now)).toEqual({ ok: true, place });
});

test.each([
  [{ kind: "event", eventId: undefined }, "Select an event"],
  [{ kind: "time", time: "" }, "Enter a date and a time"],
  [{ kind: "time", time: "2026-11-22T08:00:00Z" }, "is in the future"],
  [{ kind: "cursor", cursor: "  " }, "Enter the cursor"],
  [{ kind: "cursor", cursor: "c".repeat(1_025) }, "at most 1024 characters"],
] as const)("rejects %j with a message", (over, problem) => {
  const read = readResumeEntry({ ...entry, ...over }, now);
  expect(read).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});
