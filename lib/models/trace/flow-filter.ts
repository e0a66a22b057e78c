import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { parseTerms, type TextTerm } from "../../events/search/parse-terms.ts";
import { createWordMatcher, type TextMatcher } from "../../events/search/text-matcher.ts";
import { nameMessage } from "../../trace/name-message.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import {
  createPatternRunner,
  PatternStoppedError,
  type PatternRunnerPort,
} from "../events/pattern-runner.ts";
import { createTextFilter } from "../text-filter.ts";
import { chipOf, type FlowChip } from "./flow-chips.ts";
import { readOnly } from "../read-only.ts";

export interface FlowFilterPort extends PatternRunnerPort {
  /** Oldest first. */
  flows: ReadonlySignal<readonly JudgedFlow[]>;
}

/** The text filter in effect. */
interface AppliedText {
  /** Missing if the filter has no word. */
  words?: TextMatcher;
  /** The ids of the flows that match the patterns; missing if the filter has no pattern. */
  matching?: ReadonlySet<string>;
}

/** The results of the patterns in effect: a flow is matched again only if its text changed. */
interface PatternResults {
  key: string;
  terms: readonly TextTerm[];
  byId: Map<string, { text: string; matches: boolean }>;
  isStopped: boolean;
}

const keptList = "The list did not change.";

/**
 * Filters the flows by kind and by text. A worker runs the patterns, because a pattern can take
 * longer than any user waits; until it answers, the list stays as it is.
 */
export function createFlowFilter(port: FlowFilterPort) {
  const chips = signal<ReadonlySet<FlowChip>>(new Set());
  const text = createTextFilter(parseTerms);
  const applied = signal<AppliedText>({});
  const stopped = signal<string | undefined>(undefined);
  const isMatching = signal(false);
  const patterns = createPatternRunner(port, "login");
  const texts = new WeakMap<JudgedFlow, string>();
  let results: PatternResults | undefined;
  let lastRun = 0;

  const textOf = (row: JudgedFlow): string => {
    const known = texts.get(row) ?? writeText(row);
    texts.set(row, known);
    return known;
  };

  /** Returns the results for these patterns; forgets those for other ones. */
  const findResults = (terms: readonly TextTerm[]): PatternResults => {
    const key = JSON.stringify(terms);
    if (results?.key === key) return results;
    patterns.end();
    results = { key, terms, byId: new Map(), isStopped: false };
    stopped.value = undefined;
    return results;
  };

  const matchNew = async (own: PatternResults, flows: readonly JudgedFlow[]) => {
    const unknown = flows.filter((row) => own.byId.get(row.flow.id)?.text !== textOf(row));
    if (unknown.length === 0) return;
    const matches = await patterns.match(own.terms, unknown.map(textOf));
    for (const [index, row] of unknown.entries()) {
      own.byId.set(row.flow.id, { text: textOf(row), matches: matches[index] === true });
    }
  };

  const applyPatterns = async (
    own: PatternResults,
    words: Pick<AppliedText, "words">,
    flows: readonly JudgedFlow[],
  ) => {
    lastRun += 1;
    const run = lastRun;
    const isCurrent = () => run === lastRun && own === results;
    isMatching.value = true;
    try {
      await matchNew(own, flows);
      if (!isCurrent()) return;
      const matching = new Set([...own.byId].flatMap(([id, { matches }]) => (matches ? [id] : [])));
      batch(() => {
        applied.value = { ...words, matching };
        isMatching.value = false;
      });
    } catch (error) {
      if (!isCurrent()) return;
      own.isStopped = true;
      const reason = error instanceof PatternStoppedError ? error.message : "The pattern failed.";
      batch(() => {
        stopped.value = `${reason} ${keptList}`;
        isMatching.value = false;
      });
    }
  };

  effect(() => {
    const flows = port.flows.value;
    const parsed = parseTerms(text.lastGood.value);
    const terms = parsed.ok ? parsed.terms : [];
    const wordTerms = terms.filter(({ kind }) => kind === "word");
    const patternTerms = terms.filter(({ kind }) => kind === "pattern");
    const words = wordTerms.length === 0 ? {} : { words: createWordMatcher(wordTerms) };
    if (patternTerms.length === 0) {
      if (results !== undefined) patterns.end();
      results = undefined;
      batch(() => {
        stopped.value = undefined;
        isMatching.value = false;
        applied.value = words;
      });
      return;
    }
    const own = findResults(patternTerms);
    // A stopped pattern would hang on the same flow once more.
    if (!own.isStopped) void applyPatterns(own, words, flows);
  });
  effect(() => () => patterns.end());

  const matchesText = (row: JudgedFlow, { words, matching }: AppliedText) =>
    (words === undefined || words.matches(textOf(row))) &&
    (matching === undefined || matching.has(row.flow.id));

  return {
    /** The matching flows, newest first. */
    rows: computed<readonly JudgedFlow[]>(() =>
      port.flows.value
        .filter(
          (row) =>
            (chips.value.size === 0 || chips.value.has(chipOf(row.flow))) &&
            matchesText(row, applied.value),
        )
        .toReversed(),
    ),
    query: text.query,
    /** The reason why the typed text is not in effect. */
    problem: computed(() => text.problem.value ?? stopped.value),
    setQuery: text.setQuery,
    hide: text.hide,
    /** True while the worker runs the patterns. */
    isMatching: readOnly(isMatching),
    /** The chosen kinds; empty for all. */
    chips: readOnly(chips),
    isFiltered: computed(() => chips.value.size > 0 || text.lastGood.value.trim() !== ""),

    toggleChip(chip: FlowChip): void {
      const next = new Set(chips.peek());
      if (!next.delete(chip)) next.add(chip);
      chips.value = next;
    },
    clear(): void {
      batch(() => {
        chips.value = new Set();
        text.setQuery("");
      });
    },
  };
}

/** Returns the text of a flow that the filter searches, in lower case. */
function writeText({ flow, stop, verdict }: JudgedFlow): string {
  return [
    flow.kind,
    chipOf(flow),
    flow.phase,
    verdict.state,
    flow.host,
    flow.clientId ?? "",
    flow.library?.name ?? "",
    stop?.sentence ?? "",
    verdict.meaning?.title ?? "",
    ...verdict.findings.map(({ id, title }) => `${id} ${title}`),
    ...flow.messages.map((message) => {
      const { method, status, url } = message.exchange;
      return `${nameMessage(message)} ${method} ${status} ${message.error ?? ""} ${url}`;
    }),
  ]
    .join("\n")
    .toLowerCase();
}
