import { expect, test } from "vitest";
import { createShownRun } from "../../../../../lib/models/runs/shown-run.ts";
import { makeView } from "./sample-runs.ts";

/** Creates a shown run whose timers fire only when the test says so. */
function openShown() {
  const timers = new Set<() => void>();
  const shown = createShownRun((_milliseconds, callback) => {
    timers.add(callback);
    return () => void timers.delete(callback);
  });
  const endFrame = () => {
    for (const callback of timers) callback();
  };
  return { ...shown, timers, endFrame };
}

const first = makeView({ startedAt: 1 });
const second = makeView({ startedAt: 2 });

test("shows the changes of one frame together, and knows each at once", () => {
  const { run, peek, showSoon, timers, endFrame } = openShown();
  showSoon(first);
  showSoon(second);
  expect(run.value).toBeUndefined();
  expect(peek()).toBe(second);
  expect(timers.size).toBe(1);
  endFrame();
  expect(run.value).toBe(second);
});

test("shows the end of a run at once, and stops the timer", () => {
  const { run, show, showSoon, timers } = openShown();
  showSoon(first);
  show(second);
  expect(run.value).toBe(second);
  expect(timers.size).toBe(0);
  showSoon(first);
  expect(timers.size).toBe(1);
  show(undefined);
  expect(run.value).toBeUndefined();
});

test("shows each change at once without timers", () => {
  const { run, showSoon } = createShownRun();
  showSoon(first);
  expect(run.value).toBe(first);
  showSoon(second);
  expect(run.value).toBe(second);
});
