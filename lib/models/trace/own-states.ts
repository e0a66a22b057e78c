import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { RunStep } from "../../runs/steps.ts";
import type { KeptRun } from "../runs/kept-runs.ts";

/**
 * Collects the `state` of each run that sent the inspected page to the tenant. A run stays in the
 * capture after the user has removed it from the history, so its state stays here. For use inside a
 * model.
 */
export function createOwnStates(
  runs: ReadonlySignal<readonly KeptRun[]>,
): ReadonlySignal<ReadonlySet<string>> {
  const states = signal<ReadonlySet<string>>(new Set());
  effect(() => {
    const found = runs.value.flatMap(({ view }) => view.steps.flatMap(readState));
    const known = states.peek();
    if (found.some((state) => !known.has(state))) states.value = new Set([...known, ...found]);
  });
  return states;
}

/** The steps of the inspected page are untrusted: an address can be any text. */
function readState(step: RunStep): string[] {
  if (!("url" in step)) return [];
  const state = URL.parse(step.url)?.searchParams.get("state") ?? "";
  return state === "" ? [] : [state];
}
