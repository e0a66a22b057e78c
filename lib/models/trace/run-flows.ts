import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import type { KeptRun } from "../runs/kept-runs.ts";
import { listRunExchanges } from "./run-exchanges.ts";
import type { TraceReadingPort } from "./trace-reading.ts";

/** A run of the Run tab, read like a captured login. */
export interface RunFlow {
  run: KeptRun;
  row: JudgedFlow;
}

export interface RunFlowsPort extends Pick<TraceReadingPort, "read"> {
  /** The runs of the Run tab with their requests, newest first. */
  runs: ReadonlySignal<readonly KeptRun[]>;
}

/**
 * Reads each run as a flow. A run without a request that means something for logins has none. For
 * use inside a model.
 */
export function createRunFlows(port: RunFlowsPort): ReadonlySignal<readonly RunFlow[]> {
  const flows = signal<ReadonlyMap<string, RunFlow>>(new Map());
  const controller = new AbortController();
  let begun = new Set<string>();

  const read = async (run: KeptRun) => {
    try {
      const exchanges = listRunExchanges(run.view.steps);
      const trace = await port.read(exchanges, [], controller.signal);
      const row = findMain(trace.flows);
      // The user can remove a run while it is read.
      if (row === undefined || !begun.has(run.id)) return;
      flows.value = new Map([...flows.peek(), [run.id, { run, row }]]);
    } catch {
      // The steps of a hostile page, or the end of the panel: the run is not offered.
    }
  };
  effect(() => {
    const runs = port.runs.value;
    const ids = new Set(runs.map(({ id }) => id));
    const added = runs.filter(({ id }) => !begun.has(id));
    begun = ids;
    flows.value = new Map([...flows.peek()].filter(([id]) => ids.has(id)));
    for (const run of added) void read(run);
  });
  effect(() => () => controller.abort());
  return computed(() => port.runs.value.flatMap(({ id }) => flows.value.get(id) ?? []));
}

/** Returns the flow that the run is about, and not that of a request beside it. */
function findMain(flows: readonly JudgedFlow[]): JudgedFlow | undefined {
  return (
    flows.find(({ flow }) => flow.authorization !== undefined) ??
    flows.find(({ flow }) => flow.kind !== "call") ??
    flows[0]
  );
}
