import { describe, expect, test } from "vitest";

import { createPace } from "../../../../lib/worker/pace.ts";
import { createClock } from "../management/fakes.ts";
import { nextTurn } from "../messages/next-turn.ts";

/** Paces work to one run in 200 ms, and notes the time of each run since the start. */
function openPace(work: () => Promise<void> = async () => undefined) {
  const clock = createClock();
  const startedAt = clock.now();
  const runs: number[] = [];
  const request = createPace(clock, 200, async () => {
    runs.push(clock.now() - startedAt);
    await work();
  });
  return { clock, runs, request };
}

describe("createPace", () => {
  test("serves the requests of one turn at its end, in one run", async () => {
    const { clock, runs, request } = openPace();
    request();
    request();
    expect(runs).toEqual([]);
    clock.advance(0);
    await nextTurn();
    expect(runs).toEqual([0]);
    expect(clock.waiting).toBe(0);
  });

  test("runs at most once in its time, and once more for the last requests", async () => {
    const { clock, runs, request } = openPace();
    for (let at = 0; at < 500; at += 10) {
      request();
      clock.advance(10);
      await nextTurn();
    }
    clock.advance(200);
    await nextTurn();
    expect(runs).toEqual([10, 210, 410, 700]);
    expect(clock.waiting).toBe(0);
  });

  test("serves a request during a run after it", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { clock, runs, request } = openPace(() => promise);
    request();
    clock.advance(0);
    request();
    clock.advance(1_000);
    expect(runs).toEqual([0]);
    resolve();
    await nextTurn();
    clock.advance(0);
    expect(runs).toEqual([0, 1_000]);
  });

  test("waits no longer than its time after the clock was set back", async () => {
    const { clock, runs, request } = openPace();
    request();
    clock.advance(0);
    await nextTurn();
    clock.advance(-86_400_000);
    request();
    clock.advance(200);
    expect(runs).toHaveLength(2);
  });
});
