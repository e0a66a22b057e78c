import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { compareFlows } from "../../trace/compare/compare-flows.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";

/** Keeps the two logins of a comparison: the opened one, and another one of the list. */
export function createFlowComparison(
  rows: ReadonlySignal<readonly JudgedFlow[]>,
  opened: ReadonlySignal<JudgedFlow | undefined>,
) {
  const isPicking = signal(false);
  const otherId = signal<string | undefined>(undefined);
  const isSwapped = signal(false);
  const others = computed(() => rows.value.filter(({ flow }) => flow.id !== opened.value?.flow.id));
  const pair = computed(() => {
    const one = opened.value;
    const other = others.value.find(({ flow }) => flow.id === otherId.value);
    if (!isPicking.value || one === undefined || other === undefined) return undefined;
    return isSwapped.value ? { first: other, second: one } : { first: one, second: other };
  });
  return {
    isPicking: computed(() => isPicking.value),
    /** The listed flows that the opened one can be compared with, newest first. */
    others,
    otherId: computed(() => otherId.value),
    pair,
    result: computed(() =>
      pair.value === undefined ? undefined : compareFlows(pair.value.first, pair.value.second),
    ),
    start(): void {
      isPicking.value = true;
    },
    pick(id: string): void {
      otherId.value = id;
    },
    swap(): void {
      isSwapped.value = !isSwapped.peek();
    },
    end(): void {
      batch(() => {
        isPicking.value = false;
        otherId.value = undefined;
        isSwapped.value = false;
      });
    },
  };
}
