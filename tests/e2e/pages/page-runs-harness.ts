import "../../../lib/platform/schema-engine.ts";
import { inspectedPage } from "../../../lib/platform/inspected-page.ts";
import { systemClock } from "../../../lib/platform/system-clock.ts";
import { catalogue } from "../../../lib/runs/catalogue/index.ts";
import type { RunSetting, Values } from "../../../lib/runs/operation.ts";
import { createPageHost } from "../../../lib/runs/page-host.ts";
import { readPagePlace } from "../../../lib/runs/page-place.ts";
import { runOperation } from "../../../lib/runs/run-operation.ts";
import type { RunStep } from "../../../lib/runs/steps.ts";

// This file runs in the panel's document, beside the panel's own scripts.

const runs: { result: Promise<unknown>; waits: (string | undefined)[]; cancel(): void }[] = [];

const pageRuns = {
  readPlace: () => readPagePlace(inspectedPage),
  evaluate: (expression: string) => inspectedPage.evaluate(expression),

  /** Starts an operation of the catalogue in the inspected page; returns its number. */
  start({ id, values, setting }: { id: string; values: Values; setting: RunSetting }): number {
    const operation = catalogue.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`The catalogue has no operation ${id}.`);
    const steps = new Map<number, RunStep>();
    const waits: (string | undefined)[] = [];
    const controller = new AbortController();
    const host = createPageHost({
      page: inspectedPage,
      clock: systemClock,
      crypto,
      onWait: (wait) => void waits.push(wait),
    });
    const run = runOperation({ operation, values, setting }, host, {
      fetch: (url, request) => fetch(url, request),
      clock: systemClock,
      crypto,
      onStep: (step) => void steps.set(step.id, step),
      signal: controller.signal,
    });
    const result = run.then((outcome) => ({ outcome, steps: [...steps.values()] }));
    return runs.push({ result, waits, cancel: () => controller.abort() }) - 1;
  },
  result: (run: number) => runs[run]?.result,
  waits: (run: number) => runs[run]?.waits,
  cancel: (run: number) => runs[run]?.cancel(),
};

Object.assign(window, { pageRuns });
