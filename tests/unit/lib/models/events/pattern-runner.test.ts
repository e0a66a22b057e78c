import { describe, expect, test } from "vitest";

import type { TextTerm } from "../../../../../lib/events/search/parse-terms.ts";
import { createPatternRunner } from "../../../../../lib/models/events/pattern-runner.ts";
import { createHangingPatternWorkers } from "./fake-pattern-worker.ts";

const terms: readonly TextTerm[] = [{ kind: "pattern", text: "(a+)+$", isBanned: false }];
const task = { tenantId: "https://acme.example", query: { terms, types: [] }, after: 0 };

function open() {
  const timers: { callback: () => void; delayMs: number }[] = [];
  const workers = createHangingPatternWorkers(({ id }) => ({
    kind: "found",
    id,
    sequences: [2, 1],
    last: 2,
  }));
  const runner = createPatternRunner({
    ...workers,
    schedule(callback, delayMs) {
      const timer = { callback, delayMs };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
  });
  /** Advances the clock by milliseconds. */
  const pass = (ms: number) => {
    for (let left = ms; left > 0;) {
      const [timer] = timers;
      if (timer === undefined) return;
      left -= timer.delayMs;
      timers.splice(0, 1);
      timer.callback();
    }
  };
  const search = () => {
    const controller = new AbortController();
    const result = runner.search(task, { signal: controller.signal });
    return { controller, result };
  };
  return { ...workers, runner, timers, pass, search };
}

describe("createPatternRunner", () => {
  test("starts no worker before the first pattern", () => {
    const { posted, runner } = open();
    runner.end();
    expect(posted).toEqual([]);
  });

  test("ends a worker that hangs on one event, and explains the reason and the remedy", async () => {
    const { pass, search, ended } = open();
    const { result } = search();
    pass(1_500);
    expect(ended).toEqual([]);
    pass(500);
    await expect(result).rejects.toThrow(
      "The pattern was stopped because it took more than 2 seconds on one event. Avoid nested repetition such as (a+)+, or filter by words.",
    );
    expect(ended).toEqual([0]);
  });

  test("sends the tasks behind a stopped one to a new worker", async () => {
    const { pass, search, posted } = open();
    const first = search();
    const second = search();
    pass(2_000);
    await expect(first.result).rejects.toThrow("stopped");
    expect(await second.result).toEqual({ sequences: [2, 1], last: 2 });
    expect(posted[1]).toHaveLength(1);
  });

  test("continues with the next pattern after the hanging task was aborted", async () => {
    const { pass, search, posted } = open();
    const first = search();
    first.controller.abort();
    await expect(first.result).rejects.toMatchObject({ name: "AbortError" });
    const second = search();
    expect(posted[0]).toMatchObject([{ kind: "search" }, { kind: "cancel" }, { kind: "search" }]);
    pass(2_000);
    expect(await second.result).toEqual({ sequences: [2, 1], last: 2 });
  });

  test("reports a worker that cannot be started, and starts another one for the next pattern", async () => {
    const { fail, search, posted } = open();
    const first = search();
    fail();
    await expect(first.result).rejects.toThrow("its worker did not start");
    expect((await search().result).last).toBe(2);
    expect(posted).toHaveLength(2);
  });

  test("pauses the deadline while the worker waits for the log, and restarts it for each turn", async () => {
    const { search, timers, pass, say, ended } = open();
    const { result } = search();
    pass(1_500);
    say({ kind: "waiting", id: 1 });
    expect(timers).toEqual([]);
    say({ kind: "running", id: 1 });
    pass(1_500);
    expect(ended).toEqual([]);
    say({ kind: "found", id: 1, sequences: [], last: 7 });
    expect(await result).toEqual({ sequences: [], last: 7 });
  });
});
