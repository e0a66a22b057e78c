import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { compareFlows } from "../../trace/compare/compare-flows.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";

/** A renewal is a login without the user: both can be compared. Other kinds have their own. */
const groupOf = ({ flow }: JudgedFlow) => (flow.kind === "renewal" ? "login" : flow.kind);

/**
 * Keeps the two logins of a comparison: the opened one, and another one of the list. To open another
 * login ends it.
 */
export function createFlowComparison(
  rows: ReadonlySignal<readonly JudgedFlow[]>,
  opened: ReadonlySignal<JudgedFlow | undefined>,
) {
  /** The id of the login that is compared. */
  const comparedId = signal<string | undefined>(undefined);
  const isPicking = computed(
    () => comparedId.value !== undefined && comparedId.value === opened.value?.flow.id,
  );
  const otherId = signal<string | undefined>(undefined);
  const isSwapped = signal(false);
  const others = computed(() => {
    const one = opened.value;
    const listed = rows.value;
    if (one === undefined) return [];
    return listed.filter((each) => each.flow.id !== one.flow.id && groupOf(each) === groupOf(one));
  });
  const pair = computed(() => {
    const one = opened.value;
    const other = others.value.find(({ flow }) => flow.id === otherId.value);
    if (!isPicking.value || one === undefined || other === undefined) return undefined;
    return isSwapped.value ? { first: other, second: one } : { first: one, second: other };
  });
  return {
    isPicking,
    /** The listed flows of its kind that the opened one can be compared with, newest first. */
    others,
    otherId: computed(() => otherId.value),
    pair,
    result: computed(() =>
      pair.value === undefined ? undefined : compareFlows(pair.value.first, pair.value.second),
    ),
    start(): void {
      batch(() => {
        comparedId.value = opened.peek()?.flow.id;
        otherId.value = others.peek()[0]?.flow.id;
        isSwapped.value = false;
      });
    },
    pick(id: string): void {
      otherId.value = id;
    },
    swap(): void {
      isSwapped.value = !isSwapped.peek();
    },
    end(): void {
      batch(() => {
        comparedId.value = undefined;
        otherId.value = undefined;
        isSwapped.value = false;
      });
    },
  };
}
