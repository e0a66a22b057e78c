import { batch, computed, createModel, signal, effect, type ReadonlySignal } from "@preact/signals";
import type { Evidence } from "../../trace/evidence.ts";
import type { ListSearch } from "../events/events-model.ts";
import type { PatternRunnerPort } from "../events/pattern-runner.ts";
import { createFlowComparison } from "./compare-model.ts";
import { createFlowFilter } from "./flow-filter.ts";
import { createMessageSelection } from "./message-selection.ts";
import { createRunFlows, type RunFlowsPort } from "./run-flows.ts";
import { createReading, type TraceReadingPort } from "./trace-reading.ts";
import type { RunStep } from "../../runs/steps.ts";
import type { KeptRun } from "../runs/kept-runs.ts";
import { readOnly } from "../read-only.ts";

/** The parts of an opened flow. */
export type FlowView = "findings" | "sequence" | "messages" | "tokens";

export interface TraceModelPort extends PatternRunnerPort, TraceReadingPort, RunFlowsPort {}

/** Reads the captured requests as flows, and keeps the filter and the selection of the list. */
export const TraceModel = createModel((port: TraceModelPort) => {
  const { trace, hasFailed } = createReading(port, createOwnStates(port.runs));
  const selectedId = signal<string | undefined>(undefined);
  const isOpen = signal(false);
  const isWide = signal(false);
  const view = signal<FlowView>("findings");
  /** A new object with each request, so that the view focuses the same finding once more. */
  const focusedFinding = signal<{ id: string } | undefined>(undefined);
  const listPercent = signal(42);

  const filter = createFlowFilter({
    ...port,
    flows: computed(() => trace.value.flows),
  });
  const { rows } = filter;
  const selected = computed(() => rows.value.find(({ flow }) => flow.id === selectedId.value));
  const opened = computed(() => (isOpen.value ? selected.value : undefined));
  const messages = createMessageSelection(opened);
  const comparison = createFlowComparison({ rows, opened, runs: createRunFlows(port) });

  return {
    /** All flows, before the filter. */
    trace,
    /** True if the last reading failed; the flows are those of the reading before. */
    hasFailed,
    /** The listed flows, newest first. */
    rows,
    filter,
    /** The number of listed flows that failed. */
    failedCount: computed(
      () => rows.value.filter(({ verdict }) => verdict.state === "failed").length,
    ),
    selected,
    /** The opened flow; its messages can still grow. */
    opened,
    /** True while the opened flow hides the list. */
    isWide: readOnly(isWide),
    messages,
    /** The comparison of the opened flow with another one, or with a run. */
    comparison,
    view: readOnly(view),
    /** The finding to focus after the findings are drawn. */
    focusedFinding: readOnly(focusedFinding),
    /** The width of the list beside a flow, in percent. */
    listPercent: readOnly(listPercent),

    select(id: string | undefined): void {
      selectedId.value = id;
    },
    /** Follows the search bar of DevTools: its text is the filter, its arrows move in the list. */
    search({ action, query = "" }: ListSearch): void {
      if (action === "performSearch") filter.setQuery(query);
      else if (action === "cancelSearch") filter.setQuery("");
      else {
        const list = rows.peek();
        const at = list.findIndex(({ flow }) => flow.id === selectedId.peek());
        const step = action === "nextSearchResult" ? 1 : -1;
        const next = at === -1 ? 0 : (at + step + list.length) % list.length;
        selectedId.value = list[next]?.flow.id;
      }
    },
    open(id: string): void {
      batch(() => {
        selectedId.value = id;
        isOpen.value = true;
      });
    },
    setWide(next: boolean): void {
      isWide.value = next;
    },
    close(): void {
      batch(() => {
        isOpen.value = false;
        isWide.value = false;
      });
    },
    show(next: FlowView): void {
      batch(() => {
        view.value = next;
        focusedFinding.value = undefined;
        messages.leave();
      });
    },
    /** Shows a finding of the opened flow, by its id. */
    showFinding(id: string): void {
      batch(() => {
        view.value = "findings";
        focusedFinding.value = { id };
      });
    },
    /** Shows the value that a finding names, in its message. */
    showEvidence(evidence: Evidence): void {
      batch(() => {
        view.value = "messages";
        messages.showEvidence(evidence);
      });
    },
    /** Shows a message of the opened flow. */
    showMessage(id: number): void {
      batch(() => {
        view.value = "messages";
        messages.show(id);
      });
    },
    setListPercent(percent: number): void {
      listPercent.value = percent;
    },
  };
});

/**
 * Collects the `state` of each run that sent the inspected page to the tenant. A run stays in the
 * capture after the user has removed it from the history, so its state stays here. For use inside a
 * model.
 */
function createOwnStates(
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
