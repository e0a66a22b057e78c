import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { compareFlows } from "../../trace/compare/compare-flows.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import type { KeptRun } from "../runs/kept-runs.ts";
import type { RunFlow } from "./run-flows.ts";
import { readOnly } from "../read-only.ts";

/** One side of a comparison: a captured login, or a run with its requests. */
export interface ComparedLogin {
  row: JudgedFlow;
  run?: KeptRun;
}

/** A renewal is a login without the user: both can be compared. Other kinds have their own. */
const groupOf = ({ flow }: JudgedFlow) => (flow.kind === "renewal" ? "login" : flow.kind);

/** Returns true for a run of the same kind; of other calls, for one with the same request. */
function isAlike(one: JudgedFlow, run: JudgedFlow): boolean {
  if (groupOf(one) !== groupOf(run)) return false;
  if (one.flow.kind !== "call") return true;
  const kinds = new Set(one.flow.messages.map(({ kind }) => kind));
  return run.flow.messages.some(({ kind }) => kinds.has(kind));
}

/**
 * Keeps the two logins of a comparison: the opened one, and another one of the list or a run. To open
 * another login ends it.
 */
export function createFlowComparison(port: {
  rows: ReadonlySignal<readonly JudgedFlow[]>;
  opened: ReadonlySignal<JudgedFlow | undefined>;
  runs: ReadonlySignal<readonly RunFlow[]>;
}) {
  const { rows, opened } = port;
  /** The id of the login that is compared. */
  const comparedId = signal<string | undefined>(undefined);
  const isPicking = computed(
    () => comparedId.value !== undefined && comparedId.value === opened.value?.flow.id,
  );
  /** The id of a flow, or that of a run: both are unique. */
  const otherId = signal<string | undefined>(undefined);
  const listOthers = (one: JudgedFlow) =>
    rows.value.filter((each) => each.flow.id !== one.flow.id && groupOf(each) === groupOf(one));
  const listRuns = (one: JudgedFlow) => port.runs.value.filter(({ row }) => isAlike(one, row));
  const others = computed(() => (opened.value === undefined ? [] : listOthers(opened.value)));
  const runs = computed(() => (opened.value === undefined ? [] : listRuns(opened.value)));
  const other = computed((): ComparedLogin | undefined => {
    const id = otherId.value;
    const row = others.value.find(({ flow }) => flow.id === id);
    const run = runs.value.find((each) => each.run.id === id);
    return row === undefined ? run : { row };
  });
  const pair = computed((): { first: ComparedLogin; second: ComparedLogin } | undefined => {
    const [one, second] = [opened.value, other.value];
    if (!isPicking.value || one === undefined || second === undefined) return undefined;
    return { first: { row: one }, second };
  });
  return {
    isPicking,
    /** Returns true if there is a flow or a run that a flow can be compared with. */
    isComparable: (one: JudgedFlow): boolean =>
      listOthers(one).length > 0 || listRuns(one).length > 0,
    /** The listed flows of its kind that the opened one can be compared with, newest first. */
    others,
    /** The runs of its kind whose requests are in memory, newest first. */
    runs,
    otherId: readOnly(otherId),
    pair,
    result: computed(() => {
      if (pair.value === undefined) return undefined;
      const { first, second } = pair.value;
      return compareFlows(first.row, second.row, listExpected(other.value?.run));
    }),
    start(): void {
      batch(() => {
        comparedId.value = opened.peek()?.flow.id;
        otherId.value = findNewest(others.peek()[0], runs.peek()[0]?.run);
      });
    },
    pick(id: string): void {
      otherId.value = id;
    },
    end(): void {
      batch(() => {
        comparedId.value = undefined;
        otherId.value = undefined;
      });
    },
  };
}

/**
 * Returns the id of the newest login to compare with. A login that was captured during a run in the
 * page is a part of this run: the run shows all of it.
 */
function findNewest(row: JudgedFlow | undefined, run: KeptRun | undefined): string | undefined {
  if (row === undefined || run === undefined) return row?.flow.id ?? run?.id;
  const { startedAt, endedAt = startedAt } = run.view;
  return row.flow.startedAt > endedAt ? row.flow.id : run.id;
}

/**
 * A run in the extension returns to a URL of the extension. Only if the run failed, this can be the
 * difference that matters.
 */
function listExpected(run: KeptRun | undefined): readonly string[] {
  const isExpected =
    run?.view.setting.way === "extension" && run.view.outcome?.kind === "succeeded";
  return isExpected ? ["redirect_uri", "returnTo"] : [];
}
