import "fake-indexeddb/auto";
import { expect, test } from "vitest";

import { readArrivals } from "../../../../lib/worker/read-arrivals.ts";
import { events, open } from "../events/log/log-harness.ts";

const hour = 3_600_000;
const day = 24 * hour;
const now = 10 * day;

/** Returns a log with one event at each time. */
async function fill(times: readonly number[], options?: Parameters<typeof open>[0]) {
  const log = await open(options);
  for (const [place, at] of times.entries())
    await log.append("a", { at, events: events(String(place)) });
  return log;
}

test("counts the events of the last day if the log has older ones", async () => {
  const log = await fill([now - 2 * day, now - 3 * hour, now - 2 * hour, now]);
  expect(await readArrivals(log, "a", now)).toEqual({ count: 3, spanMs: day });
});

test("counts since the first event of a log that is younger than a day", async () => {
  const log = await fill([now - 3 * hour, now - hour]);
  expect(await readArrivals(log, "a", now)).toEqual({ count: 2, spanMs: 3 * hour });
});

test("knows no rate of a log younger than an hour, and none without events in the last day", async () => {
  expect(await readArrivals(await fill([now - hour / 2]), "a", now)).toBeUndefined();
  expect(await readArrivals(await fill([now - 2 * day]), "b", now)).toBeUndefined();
  expect(await readArrivals(await fill([now - 2 * day]), "a", now)).toBeUndefined();
});

test("knows the rate of a full log, however short a time it reaches back", async () => {
  const retentionOf = () => ({ maxEvents: 100, maxAgeMs: day });
  const times = Array.from({ length: 400 }, (_, place) => now - (400 - place) * 1_000);
  const log = await fill(times, { retentionOf });
  const { count = 0, spanMs = 1 } = (await readArrivals(log, "a", now)) ?? {};
  expect(count).toBeGreaterThanOrEqual(100);
  expect(count).toBeLessThan(400);
  expect(count / spanMs).toBeCloseTo(1 / 1_000);
});
