import { expect, test } from "vitest";

import {
  buildEventsUrl,
  findResumeKind,
  formatTimestamp,
} from "../../../../../lib/events/stream/stream-request.ts";

const baseUrl = "https://tenant.example/api/v2";

test("sends a cursor in preference to a time, never both", () => {
  expect(buildEventsUrl(baseUrl, { cursor: "a/b+c", resumeFrom: "2026-11-21T08:00:00Z" })).toBe(
    `${baseUrl}/events?from=a%2Fb%2Bc`,
  );
  expect(buildEventsUrl(`${baseUrl}/`, { resumeFrom: "2026-11-21T08:00:00Z" })).toBe(
    `${baseUrl}/events?from_timestamp=2026-11-21T08%3A00%3A00Z`,
  );
  expect(buildEventsUrl(baseUrl, {})).toBe(`${baseUrl}/events`);
});

test("derives the kind of start from the position", () => {
  expect(findResumeKind({ cursor: "c", resumeFrom: "t" })).toBe("cursor");
  expect(findResumeKind({ resumeFrom: "t" })).toBe("timestamp");
  expect(findResumeKind({})).toBe("now");
});

test.each([
  ["2026-11-21T08:00:00.999Z", "2026-11-21T08:00:00Z"],
  ["2026-11-21T10:00:00+02:00", "2026-11-21T08:00:00Z"],
  [Date.UTC(2026, 10, 21, 8), "2026-11-21T08:00:00Z"],
  ["soon", undefined],
  [undefined, undefined],
  ["+012345-01-01T00:00:00Z", undefined],
])("sends the time %s as %s", (time, wanted) => {
  expect(formatTimestamp(time)).toBe(wanted);
});
