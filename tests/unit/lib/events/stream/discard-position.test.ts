import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";

import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { discardPosition } from "../../../../../lib/events/stream/discard-position.ts";
import { makeUserEvent } from "../sample-events.ts";

const now = Date.parse("2026-11-21T08:00:10Z");

/** Creates a log with events of these times, newest last, and discards its position. */
async function lose(times: readonly string[]) {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  onTestFinished(() => log.close());
  const events = times.map((time, index) =>
    parseTenantEvent(makeUserEvent(String(index), { time }), undefined, "fallback"),
  );
  const position = { cursor: "c", resumeFrom: "2026-11-20T00:00:00Z" };
  await log.append("a", { at: now, events, position });
  const result = await discardPosition(log, "a", "expired", now);
  return { gap: result?.marks[0], position: await log.position("a") };
}

test.each([
  ["the newest event", ["2026-11-21T07:00:00Z", "2026-11-21T07:59:00Z"], "2026-11-21T07:59:00Z"],
  [
    "the earliest event of the last ten minutes",
    ["2026-11-21T07:49:00Z", "2026-11-21T07:50:30Z", "2026-11-21T07:59:59Z"],
    "2026-11-21T07:50:30Z",
  ],
  [
    "no event of the future, even if it is the newest",
    ["2026-11-21T07:58:00Z", "2027-01-01T00:00:00Z"],
    "2026-11-21T07:58:00Z",
  ],
  ["no event with an invalid time", ["2026-11-21T07:58:00Z", "yesterday"], "2026-11-21T07:58:00Z"],
  ["the start of the stream, where no event says", ["yesterday"], "2026-11-20T00:00:00Z"],
])("resumes from the time of %s", async (_, times, from) => {
  const { gap, position } = await lose(times);
  expect(gap).toMatchObject({ kind: "gap", from, to: "2026-11-21T08:00:10.000Z" });
  expect(position).toEqual({ resumeFrom: from, isGapMarked: true });
});
