import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog } from "../../events/log/event-log.ts";
import { createEventPredicate, type EventQuery } from "../../events/search/event-query.ts";
import {
  createEventSearch,
  type EventSearch,
  type FindOptions,
  type SearchProgress,
  type SearchResult,
} from "../../events/search/event-search.ts";
import { hasPattern, type TextTerm } from "../../events/search/parse-terms.ts";
import { createWordMatcher, findSpans, type Span } from "../../events/search/text-matcher.ts";
import { PatternStoppedError, type PatternRunner } from "./pattern-runner.ts";

/** The events to find: by a filter, by arrival after a time (Unix time in ms) or a sequence, or by both. */
export interface MatchRequest {
  query: EventQuery | undefined;
  since: { at: number; after?: number } | undefined;
}

/** The events of one log that a filter lets pass. */
export interface EventMatches {
  /** Their sequences, newest first; undefined while there is no filter. */
  readonly sequences: ReadonlySignal<readonly number[] | undefined>;
  /** The list begins behind this sequence. */
  readonly after: ReadonlySignal<number>;
  readonly isSearching: ReadonlySignal<boolean>;
  /** How far the search is; undefined before its first turn is over. */
  readonly progress: ReadonlySignal<SearchProgress | undefined>;
  /** Why the filter that was asked for last does not hold; undefined while it does. */
  readonly problem: ReadonlySignal<string | undefined>;
  /** The terms by which the list is filtered. */
  readonly terms: ReadonlySignal<readonly TextTerm[]>;
  /** Searches the whole log; the result replaces the one before. Rejects with the log's error. */
  find(tenantId: string, request: MatchRequest): Promise<void>;
  /** Gives the search up; the list stays as it is. */
  cancel(): void;
  /** Adds what came since, and drops what the log dropped. */
  extend(tenantId: string, firstSequence: number): Promise<void>;
  /** Finds the parts of shown texts that the terms match; none where a pattern did not run to its end. */
  mark(texts: readonly string[]): Promise<readonly (readonly Span[])[]>;
  /** Shows everything again, and frees the memory. */
  clear(): void;
}

const cancelled = "The search was cancelled. The list shows what it showed before.";
const unfiltered = "The events that arrived since are shown without the filter.";
const keptList = "The list shows what it showed before.";

export function createEventMatches(port: {
  openLog(): Promise<EventLog>;
  /** Lets the page draw. */
  takeTurn(): Promise<void>;
  patterns: PatternRunner;
}): EventMatches {
  const sequences = signal<readonly number[] | undefined>(undefined);
  const after = signal(0);
  const isSearching = signal(false);
  const progress = signal<SearchProgress | undefined>(undefined);
  const problem = signal<string | undefined>(undefined);
  const terms = signal<readonly TextTerm[]>([]);
  let search: { tenantId: string; events: EventSearch } | undefined;
  /** The query by which the list is filtered now, and the newest sequence that it was put to. */
  let inForce: { query: EventQuery | undefined; through: number } | undefined;
  let working: AbortController | undefined;

  const releaseSearch = () => {
    search?.events.release();
    search = undefined;
  };

  const beginWork = (): AbortSignal => {
    working?.abort();
    working = new AbortController();
    return working.signal;
  };

  const clear = () => {
    working?.abort();
    working = undefined;
    inForce = undefined;
    releaseSearch();
    port.patterns.end();
    batch(() => {
      sequences.value = undefined;
      after.value = 0;
      isSearching.value = false;
      progress.value = undefined;
      problem.value = undefined;
      terms.value = [];
    });
  };

  /** Finds what a query lets pass of the log behind a sequence. */
  const look = async (
    tenantId: string,
    query: EventQuery | undefined,
    options: FindOptions & { signal: AbortSignal; after: number },
  ): Promise<SearchResult> => {
    const log = await port.openLog();
    if (query === undefined) {
      const { firstSequence, lastSequence: last } = await log.summary(tenantId);
      const length = Math.max(0, last - Math.max(firstSequence - 1, options.after));
      return { sequences: Array.from({ length }, (_, index) => last - index), last };
    }
    // The texts of the log are held on the page or in the worker, never in both.
    if (hasPattern(query.terms)) {
      releaseSearch();
      return await port.patterns.search({ tenantId, query, after: options.after }, options);
    }
    port.patterns.end();
    if (search?.tenantId !== tenantId) {
      releaseSearch();
      const events = createEventSearch({ log, tenantId, pause: () => port.takeTurn() });
      search = { tenantId, events };
    }
    const matches = createEventPredicate(query, createWordMatcher(query.terms));
    return await search.events.find(matches, options);
  };

  const lookThrough = async (
    tenantId: string,
    { query, since }: MatchRequest,
    signal: AbortSignal,
  ): Promise<{ found: readonly number[]; floor: number; last: number }> => {
    const onProgress = (now: SearchProgress) => {
      if (!signal.aborted) progress.value = now;
    };
    const { sequences: found, last } = await look(tenantId, query, {
      signal,
      after: since?.after ?? 0,
      onProgress,
    });
    if (since === undefined) return { found, floor: 0, last };
    if (since.after !== undefined) return { found, floor: since.after, last };
    // Sequences follow the arrival. Asked afterwards: what came meanwhile is behind `last`, and is added as what comes later.
    const log = await port.openLog();
    const [oldest] = await log.arrived(tenantId, { from: since.at, limit: 1 });
    const floor = (oldest?.sequence ?? last + 1) - 1;
    return { found: found.filter((one) => one > floor), floor, last };
  };

  /** The new events that the query in force lets pass; all of them once its pattern did not end on one. */
  const lookAtNew = async (
    tenantId: string,
    own: NonNullable<typeof inForce>,
    signal: AbortSignal,
  ): Promise<SearchResult> => {
    const options = { signal, after: own.through };
    try {
      return await look(tenantId, own.query, options);
    } catch (error) {
      if (signal.aborted || !(error instanceof PatternStoppedError)) throw error;
      problem.value = `${error.message} ${unfiltered}`;
      own.query = undefined;
      return await look(tenantId, undefined, options);
    }
  };

  const endSearch = (why: string | undefined) =>
    batch(() => {
      isSearching.value = false;
      progress.value = undefined;
      problem.value = why;
    });

  return {
    sequences: computed(() => sequences.value),
    after: computed(() => after.value),
    isSearching: computed(() => isSearching.value),
    progress: computed(() => progress.value),
    problem: computed(() => problem.value),
    terms: computed(() => terms.value),
    clear,

    async find(tenantId, request) {
      const own = beginWork();
      batch(() => {
        isSearching.value = true;
        progress.value = undefined;
        problem.value = undefined;
      });
      try {
        const { found, floor, last } = await lookThrough(tenantId, request, own);
        if (own.aborted) return;
        inForce = { query: request.query, through: last };
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
      working?.abort();
      endSearch(cancelled);
    },

    async extend(tenantId, firstSequence) {
      const held = inForce;
      const known = sequences.peek();
      if (held === undefined || known === undefined || isSearching.peek()) return;
      const own = beginWork();
      try {
        const { sequences: added, last } = await lookAtNew(tenantId, held, own);
        if (own.aborted) return;
        held.through = last;
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
        // The search reports a pattern that does not end. Asking again would end the worker once more at each change.
        if (terms.peek() === current) terms.value = [];
        return texts.map(() => []);
      }
    },
  };
}
