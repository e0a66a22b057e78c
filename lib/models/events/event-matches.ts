import { batch, signal, type ReadonlySignal } from "@preact/signals";
import type { EventQuery } from "../../events/search/event-query.ts";
import type { SearchProgress, SearchResult } from "../../events/search/event-search.ts";
import { hasPattern, type TextTerm } from "../../events/search/parse-terms.ts";
import { createWordMatcher, findSpans, type Span } from "../../events/search/text-matcher.ts";
import { createEventScan, type EventScanPort } from "./event-scan.ts";
import { PatternStoppedError } from "./pattern-runner.ts";
import { readOnly } from "../read-only.ts";

/**
 * Selects events by a query, by a start, or by both. The start is a time (Unix time in ms), or the
 * sequence `after`.
 */
export interface MatchRequest {
  query: EventQuery | undefined;
  since: { at: number; after?: number } | undefined;
}

/** Keeps the list of a log's events that match a filter. */
export interface EventMatches {
  /** The sequences of the matches, newest first; undefined without a filter. */
  readonly sequences: ReadonlySignal<readonly number[] | undefined>;
  /** The list contains only events after this sequence. */
  readonly after: ReadonlySignal<number>;
  readonly isSearching: ReadonlySignal<boolean>;
  /** The progress of the search; undefined before its first step. */
  readonly progress: ReadonlySignal<SearchProgress | undefined>;
  /** The reason why the latest filter is not applied. */
  readonly problem: ReadonlySignal<string | undefined>;
  /** The terms by which the list is filtered. */
  readonly terms: ReadonlySignal<readonly TextTerm[]>;
  /** Searches the whole log and replaces the list. Rejects with the log's error. */
  find(tenantId: string, request: MatchRequest): Promise<void>;
  /** Cancels the search; the list stays as it is. */
  cancel(): void;
  /** Adds the matches that arrived after the search, and removes those that the log deleted. */
  extend(tenantId: string, firstSequence: number): Promise<void>;
  /** Finds the parts of texts that the terms match. Finds none if a pattern did not finish. */
  mark(texts: readonly string[]): Promise<readonly (readonly Span[])[]>;
  /** Removes the filter and frees its memory. */
  clear(): void;
}

const cancelled = "The search was cancelled. The list did not change.";
const unfiltered = "Newer events are shown unfiltered.";
const keptList = "The list did not change.";

/** The query of the list, and the newest sequence that it was applied to. */
interface AppliedQuery {
  query: EventQuery | undefined;
  through: number;
}

export function createEventMatches(port: EventScanPort): EventMatches {
  const sequences = signal<readonly number[] | undefined>(undefined);
  const after = signal(0);
  const isSearching = signal(false);
  const progress = signal<SearchProgress | undefined>(undefined);
  const problem = signal<string | undefined>(undefined);
  const terms = signal<readonly TextTerm[]>([]);
  const scan = createEventScan(port);
  let applied: AppliedQuery | undefined;
  let controller: AbortController | undefined;

  /** Aborts the current search, and returns the signal of the next one. */
  function supersede(): AbortSignal {
    controller?.abort();
    controller = new AbortController();
    return controller.signal;
  }

  function endSearch(reason: string | undefined): void {
    batch(() => {
      isSearching.value = false;
      progress.value = undefined;
      problem.value = reason;
    });
  }

  async function search(
    tenantId: string,
    { query, since }: MatchRequest,
    signal: AbortSignal,
  ): Promise<{ found: readonly number[]; floor: number; last: number }> {
    const { sequences: found, last } = await scan.scan(tenantId, query, {
      signal,
      after: since?.after ?? 0,
      onProgress(value) {
        if (!signal.aborted) progress.value = value;
      },
    });
    if (since === undefined) return { found, floor: 0, last };
    if (since.after !== undefined) return { found, floor: since.after, last };
    // Read after the scan: an event that arrives during the scan is after `last`, and `extend` adds
    // it.
    const floor = await scan.findFloor(tenantId, since.at, last);
    return { found: found.filter((sequence) => sequence > floor), floor, last };
  }

  /** Finds the new matches. After a pattern that did not finish, all new events match. */
  async function searchNew(
    tenantId: string,
    own: AppliedQuery,
    signal: AbortSignal,
  ): Promise<SearchResult> {
    const options = { signal, after: own.through };
    try {
      return await scan.scan(tenantId, own.query, options);
    } catch (error) {
      if (signal.aborted || !(error instanceof PatternStoppedError)) throw error;
      problem.value = `${error.message} ${unfiltered}`;
      own.query = undefined;
      return await scan.scan(tenantId, undefined, options);
    }
  }

  return {
    sequences: readOnly(sequences),
    after: readOnly(after),
    isSearching: readOnly(isSearching),
    progress: readOnly(progress),
    problem: readOnly(problem),
    terms: readOnly(terms),

    clear() {
      controller?.abort();
      controller = undefined;
      applied = undefined;
      scan.release();
      batch(() => {
        endSearch(undefined);
        sequences.value = undefined;
        after.value = 0;
        terms.value = [];
      });
    },

    async find(tenantId, request) {
      const own = supersede();
      batch(() => {
        isSearching.value = true;
        progress.value = undefined;
        problem.value = undefined;
      });
      try {
        const { found, floor, last } = await search(tenantId, request, own);
        if (own.aborted) return;
        applied = { query: request.query, through: last };
        batch(() => {
          after.value = floor;
          sequences.value = found;
          terms.value = request.query?.terms ?? [];
          endSearch(undefined);
        });
      } catch (error) {
        if (own.aborted) return;
        const isStopped = error instanceof PatternStoppedError;
        endSearch(isStopped ? `${error.message} ${keptList}` : undefined);
        if (!isStopped) throw error;
      }
    },

    cancel() {
      if (!isSearching.peek()) return;
      controller?.abort();
      endSearch(cancelled);
    },

    async extend(tenantId, firstSequence) {
      const query = applied;
      const known = sequences.peek();
      if (query === undefined || known === undefined || isSearching.peek()) return;
      const own = supersede();
      try {
        const { sequences: added, last } = await searchNew(tenantId, query, own);
        if (own.aborted) return;
        query.through = last;
        const oldest = known.at(-1) ?? firstSequence;
        const kept = oldest < firstSequence ? known.filter((one) => one >= firstSequence) : known;
        if (added.length > 0 || kept !== known) sequences.value = [...added, ...kept];
      } catch (error) {
        if (!own.aborted) throw error;
      }
    },

    async mark(texts) {
      const current = terms.peek();
      const wanted = current.filter(({ isBanned }) => !isBanned);
      if (wanted.length === 0) return texts.map(() => []);
      if (!hasPattern(wanted)) {
        const matcher = createWordMatcher(wanted);
        return texts.map((text) => findSpans(matcher, text));
      }
      try {
        return await port.patterns.mark(wanted, texts);
      } catch {
        // Remove the terms: the next call would hang in the same pattern and cost another worker.
        if (terms.peek() === current) terms.value = [];
        return texts.map(() => []);
      }
    },
  };
}
