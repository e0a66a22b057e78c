import { expect, test } from "vitest";
import { createWatchdog } from "../../../../../lib/events/stream/watchdog.ts";
import { createFakeClock, start } from "../fake-clock.ts";

const limit = 90_000;

function watch() {
  const clock = createFakeClock();
  const watchdog = createWatchdog(clock, limit);
  return {
    clock,
    watchdog,
    /** Returns true if the connection is cut after the time. */
    isCutAfter: (ms: number) => {
      clock.advance(ms);
      return watchdog.signal.aborted;
    },
  };
}

test("cuts a connection after the full silence, from its start or from its last byte", () => {
  const { watchdog, isCutAfter, clock } = watch();
  expect(isCutAfter(limit - 1)).toBe(false);
  watchdog.heard();
  expect(isCutAfter(limit - 1)).toBe(false);
  expect(isCutAfter(1)).toBe(true);
  expect(clock.pending).toBe(0);
});

test("measures from its start what it heard last, and the longest silence that ended", () => {
  const { watchdog, clock } = watch();
  expect([watchdog.heardForMs, watchdog.longestGapMs, watchdog.lastHeardAt]).toEqual([0, 0, start]);
  for (const ms of [2_000, 60_000, 3_000]) {
    clock.advance(ms);
    watchdog.heard();
  }
  clock.advance(5_000);
  expect(watchdog.heardForMs).toBe(65_000);
  expect(watchdog.longestGapMs).toBe(60_000);
  expect(watchdog.lastHeardAt).toBe(start + 65_000);
});

test.each([
  [limit, limit],
  [limit + 1, 0],
])("of a silence of %i ms during sleep counts %i ms as heard to end", (ms, longest) => {
  const { watchdog, clock } = watch();
  clock.sleep(ms);
  watchdog.heard();
  expect(watchdog.longestGapMs).toBe(longest);
});

test.each([
  [limit - 1, false],
  [limit, true],
])("after a sleep of %i ms, a check cuts the connection: %s", (ms, isCut) => {
  const { watchdog, clock } = watch();
  clock.sleep(ms);
  watchdog.check();
  expect(watchdog.signal.aborted).toBe(isCut);
  expect(clock.pending).toBe(isCut ? 0 : 1);
});

test("applies a new limit to the silence that has begun", () => {
  const longer = watch();
  longer.clock.advance(60_000);
  longer.watchdog.setLimit(120_000);
  expect(longer.isCutAfter(59_999)).toBe(false);
  expect(longer.isCutAfter(1)).toBe(true);

  const shorter = watch();
  shorter.clock.advance(60_000);
  shorter.watchdog.setLimit(60_000);
  expect(shorter.watchdog.signal.aborted).toBe(true);
  expect(shorter.clock.pending).toBe(0);
});

test("arms no timer for the same limit, after a cut or after its end", () => {
  const same = watch();
  same.clock.sleep(limit);
  same.watchdog.setLimit(limit);
  expect(same.watchdog.signal.aborted).toBe(false);

  const cut = watch();
  expect(cut.isCutAfter(limit)).toBe(true);
  cut.watchdog.setLimit(limit * 2);
  expect(cut.clock.pending).toBe(0);

  const ended = watch();
  ended.watchdog.end();
  ended.watchdog.setLimit(limit * 2);
  expect(ended.clock.pending).toBe(0);
  expect(ended.isCutAfter(limit * 4)).toBe(false);
});

test("counts the whole silence from a clock that was set back, and no negative time", () => {
  const { watchdog, clock, isCutAfter } = watch();
  clock.advance(30_000);
  watchdog.heard();
  clock.setBack(3_600_000);
  watchdog.check();
  expect(watchdog.lastHeardAt).toBe(start + 30_000 - 3_600_000);
  expect(watchdog.heardForMs).toBe(0);
  clock.advance(10_000);
  watchdog.heard();
  expect(watchdog.heardForMs).toBe(10_000);
  expect(isCutAfter(limit - 1)).toBe(false);
  expect(isCutAfter(1)).toBe(true);
});
