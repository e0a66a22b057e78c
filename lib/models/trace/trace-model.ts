import type { Schedule } from "../../messages/feed-channel.ts";
import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import { parseWords } from "../../events/search/parse-terms.ts";
import { createWordMatcher } from "../../events/search/text-matcher.ts";
import type { Exchange } from "../../trace/exchange.ts";
import type { FlowKind } from "../../trace/flow.ts";
import type { Navigation } from "../../trace/prepare-flow.ts";
import type { JudgedFlow, Trace } from "../../trace/read-trace.ts";
import { createTextFilter } from "../text-filter.ts";
import { createMessageSelection } from "./message-selection.ts";
import type { Evidence } from "../../trace/rules/rule.ts";

/** The parts of an opened flow. */
export type FlowView = "findings" | "sequence" | "messages" | "tokens";

export interface TraceModelPort {
  /** The captured and imported requests, oldest first. */
  exchanges: ReadonlySignal<readonly Exchange[]>;
  navigations: ReadonlySignal<readonly Navigation[]>;
  schedule: Schedule;
  read(exchanges: readonly Exchange[], navigations: readonly Navigation[]): Promise<Trace>;
}

/** How often a trace is read again while a login is under way, in ms. */
const underWayInterval = 5_000;
const emptyTrace: Trace = { flows: [], messageCount: 0 };

/** Reads the captured requests as flows, and keeps the filter and the selection of the list. */
export const TraceModel = createModel((port: TraceModelPort) => {
  const trace = signal(emptyTrace);
  const hasFailed = signal(false);
  const kinds = signal<ReadonlySet<FlowKind>>(new Set());
  const selectedId = signal<string | undefined>(undefined);
  const isOpen = signal(false);
  const view = signal<FlowView>("findings");
  /** A new object with each request, so that the view focuses the same finding once more. */
  const focusedFinding = signal<{ ruleId: string } | undefined>(undefined);
  const listPercent = signal(42);
  const text = createTextFilter(parseWords);
  let isReading = false;
  let isStale = false;
  let cancelAgain: (() => void) | undefined;

  /** Reads again until nothing new arrived meanwhile: a burst is read twice, not a hundred times. */
  const read = async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale) {
        isStale = false;
        const next = await port.read(port.exchanges.peek(), port.navigations.peek());
        batch(() => {
          trace.value = next;
          hasFailed.value = false;
        });
        // What did not come by then is missing.
        cancelAgain?.();
        cancelAgain = next.flows.some(({ prepared }) => prepared.isUnderWay)
          ? port.schedule(() => void read(), underWayInterval)
          : undefined;
      }
    } catch {
      // Hostile requests must not end the capture: the next ones are read again.
      hasFailed.value = true;
    } finally {
      isReading = false;
    }
  };
  effect(() => {
    void port.exchanges.value;
    void port.navigations.value;
    void read();
  });

  effect(() => () => cancelAgain?.());

  const rows = computed<readonly JudgedFlow[]>(() => {
    const parsed = parseWords(text.lastGood.value);
    const matcher =
      parsed.ok && parsed.terms.length > 0 ? createWordMatcher(parsed.terms) : undefined;
    return trace.value.flows
      .filter(
        (one) =>
          (kinds.value.size === 0 || kinds.value.has(one.flow.kind)) &&
          (matcher === undefined || matcher.matches(writeText(one))),
      )
      .toReversed();
  });
  const selected = computed(() => rows.value.find(({ flow }) => flow.id === selectedId.value));
  const opened = computed(() => (isOpen.value ? selected.value : undefined));
  const messages = createMessageSelection(opened);

  return {
    /** All flows, before the filter. */
    trace: computed(() => trace.value),
    /** True if the last reading failed; the flows are those of the reading before. */
    hasFailed: computed(() => hasFailed.value),
    /** The listed flows, newest first. */
    rows,
    query: text.query,
    filterProblem: text.problem,
    setQuery: text.setQuery,
    /** The chosen kinds; empty for all. */
    kinds: computed(() => kinds.value),
    isFiltered: computed(() => kinds.value.size > 0 || text.lastGood.value.trim() !== ""),
    /** The number of failed rules of the listed flows. */
    findingCount: computed(() =>
      rows.value.reduce((sum, { verdict }) => sum + verdict.findings.length, 0),
    ),
    selected,
    /** The opened flow; its messages can still grow. */
    opened,
    messages,
    view: computed(() => view.value),
    /** The finding to focus after the findings are drawn. */
    focusedFinding: computed(() => focusedFinding.value),
    /** The width of the list beside a flow, in percent. */
    listPercent: computed(() => listPercent.value),

    toggleKind(kind: FlowKind): void {
      const next = new Set(kinds.peek());
      if (!next.delete(kind)) next.add(kind);
      kinds.value = next;
    },
    clearFilter(): void {
      batch(() => {
        kinds.value = new Set();
        text.setQuery("");
      });
    },
    select(id: string | undefined): void {
      selectedId.value = id;
    },
    open(id: string): void {
      batch(() => {
        selectedId.value = id;
        isOpen.value = true;
      });
    },
    close(): void {
      isOpen.value = false;
    },
    show(next: FlowView): void {
      batch(() => {
        view.value = next;
        focusedFinding.value = undefined;
        messages.leave();
      });
    },
    /** Shows a finding of the opened flow, by the id of its rule. */
    showFinding(ruleId: string): void {
      batch(() => {
        view.value = "findings";
        focusedFinding.value = { ruleId };
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

/** Returns the text of a flow that the filter searches, in lower case. */
function writeText({ flow, verdict }: JudgedFlow): string {
  return [
    flow.kind,
    flow.phase,
    verdict.state,
    flow.host,
    flow.clientId ?? "",
    flow.library?.name ?? "",
    ...verdict.findings.map(({ rule, result }) => `${rule.id} ${result.title ?? rule.title}`),
    ...flow.messages.map(({ exchange }) => exchange.url),
  ]
    .join("\n")
    .toLowerCase();
}
