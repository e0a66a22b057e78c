import { expect, test } from "vitest";
import {
  compareLogs,
  describeReport,
  isBadgeRight,
  isSound,
  type SoakReport,
} from "../../../soak/compare-logs.ts";
import type { StoredLog } from "../../../soak/read-log.ts";

const emitted = Array.from({ length: 120 }, (_, index) => ({
  id: `evt_${index}`,
  sha256: `content ${index}`,
}));
const [first = { id: "", sha256: "" }, second = { id: "", sha256: "" }, ...rest] = emitted;
const badge = { text: "99+", title: "Tenant Inspector: 120 unread events" };

function compare(events: StoredLog["events"], changes: Partial<StoredLog> = {}): SoakReport {
  return compareLogs(120, emitted, { events, gaps: 0, ...changes }, badge);
}

test("a log with each event once, unchanged and in order is sound", () => {
  const report = compare(emitted);
  expect(isSound(report)).toBe(true);
  expect(describeReport(report)).toBe(
    "planned 120 emitted 120 stored 120 lost 0 duplicated 0 invented 0 altered 0 misplaced 0 gaps 0 badge right",
  );
});

test.each<[what: string, events: StoredLog["events"], counts: Partial<SoakReport>]>([
  ["an event that is not stored", [first, ...rest], { lost: 1 }],
  ["an event that is stored twice", [first, second, second, ...rest], { duplicated: 1 }],
  [
    "an event that came again under another id",
    [first, second, { ...second, id: "evt_again" }, ...rest],
    { invented: 1, lost: 0, duplicated: 0 },
  ],
  ["an emptied event", [first, { ...second, sha256: "content {}" }, ...rest], { altered: 1 }],
  ["two events in the wrong order", [second, first, ...rest], { misplaced: 1 }],
])("a log with %s is not sound", (_what, events, counts) => {
  const report = compare(events);
  expect(report).toMatchObject(counts);
  expect(isSound(report)).toBe(false);
});

test("a log with a gap, a wrong badge or unplanned events is not sound", () => {
  expect(isSound(compare(emitted, { gaps: 1 }))).toBe(false);
  const log = { events: emitted, gaps: 0 };
  const dead = { text: "", title: "Tenant Inspector" };
  expect(isSound(compareLogs(120, emitted, log, dead))).toBe(false);
  expect(isSound(compareLogs(119, emitted, log, badge))).toBe(false);
});

test.each([
  ["3", "Tenant Inspector: 3 unread events", 3, true],
  ["1", "Tenant Inspector: 1 unread event", 1, true],
  ["99+", "Tenant Inspector: 100 unread events; local is offline", 100, true],
  ["99+", "Tenant Inspector: 1000 unread events", 100, false],
  ["", "Tenant Inspector: no unread events", 1, false],
  ["99+", "Tenant Inspector: 99 unread events", 99, false],
])(
  "a badge %j with the tooltip %j for %i unread events is correct: %s",
  (text, title, unread, is) => {
    expect(isBadgeRight({ text, title }, unread)).toBe(is);
  },
);
