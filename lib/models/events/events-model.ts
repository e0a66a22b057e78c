import { batch, computed, createModel, effect, type ReadonlySignal } from "@preact/signals";
import type { EventLog, StoredEvent } from "../../events/log/event-log.ts";
import type { LogMark, RetainedMark } from "../../events/log/log-mark.ts";
import type { Schedule } from "../../messages/feed-channel.ts";
import { createEventCache } from "./event-cache.ts";
import { EventFilterModel } from "./event-filter-model.ts";
import { createEventMatches } from "./event-matches.ts";
import {
  arrangeRows,
  createSequenceList,
  createSequenceRange,
  type EventRows,
} from "./event-rows.ts";
import { createEventSelection } from "./event-selection.ts";
import { createLogReader, type LogBounds } from "./log-reader.ts";
import { createPatternRunner, type PatternRunnerPort } from "./pattern-runner.ts";

export interface EventsPort {
  /** Opens the log to read it; only the worker writes it. */
  openLog(): Promise<EventLog>;
  /** The activity of the selected tenant. Each change of it causes a read of the log. */
  activity: {
    tenant: ReadonlySignal<{ id: string } | undefined>;
    events: ReadonlySignal<readonly StoredEvent[]>;
    marks: ReadonlySignal<readonly LogMark[]>;
    retained: ReadonlySignal<RetainedMark | undefined>;
  };
  schedule: Schedule;
  /** Starts the pattern worker. Called when the first pattern is entered. */
  startPatternWorker: PatternRunnerPort["startPatternWorker"];
  /** Unix time in ms. */
  now(): number;
}

/** An action in the search bar of DevTools. */
export interface ListSearch {
  action: "performSearch" | "nextSearchResult" | "previousSearchResult" | "cancelSearch";
  query?: string | undefined;
}

const typingPauseMs = 120;

/**
 * Lists the log of the selected tenant, at any length. The number of lines is known at once; the
 * event of a line is read when the line comes into view.
 */
export const EventsModel = createModel((port: EventsPort) => {
  const filter = new EventFilterModel();
  const cache = createEventCache();
  const matches = createEventMatches({
    openLog: () => port.openLog(),
    yieldToEventLoop: () => new Promise<void>((resolve) => void port.schedule(resolve, 0)),
    patterns: createPatternRunner(port),
  });
  const reader = createLogReader(port, {
    onReplaced: reset,
    extend: (tenantId, firstSequence) => matches.extend(tenantId, firstSequence),
  });
  const rows = computed(() => listRows(reader.bounds.value, matches.sequences.value, filter));
  const selection = createEventSelection(rows);

  /** Applies the filter. An empty filter lists all events. */
  async function startSearch(): Promise<void> {
    const query = filter.active.peek();
    const since = filter.since.peek();
    if (reader.tenantId.peek() === undefined || (query === undefined && since === undefined)) {
      matches.clear();
      return;
    }
    await reader.attempt(async (tenantId) => {
      await matches.find(tenantId, { query, since });
      if (tenantId === reader.tenantId.peek()) await reader.refresh();
    });
  }

  /** Discards the data of the previous log, and the selection in it. */
  function reset(): void {
    batch(() => {
      // A sequence is valid only in its own log.
      if (filter.since.peek()?.after !== undefined) filter.setSince(undefined);
      cache.clear();
      matches.clear();
      reader.reset();
      selection.clear();
    });
    if (!filter.isEmpty.peek()) void startSearch();
  }

  /** Changes with each event, mark and deletion. The model then reads them from the log. */
  const announced = computed(() => ({
    events: port.activity.events.value,
    marks: port.activity.marks.value,
    retained: port.activity.retained.value,
  }));

  // Opens the log before the worker's first snapshot, to save time. The first read reports a
  // failure.
  port.openLog().catch(() => undefined);

  effect(() => {
    const tenantId = port.activity.tenant.value?.id;
    const { events } = announced.value;
    if (tenantId !== reader.tenantId.peek()) {
      batch(() => {
        reader.show(tenantId);
        reset();
      });
    }
    if (tenantId === undefined) return;
    // The worker sent the newest events, so a short list needs no read.
    cache.put(events.filter((event) => event.tenantId === tenantId));
    void reader.refresh();
  });

  // Updates the bars of the last hour even while no event arrives.
  effect(() => repeatEvery(60_000, port.schedule, () => void reader.refresh()));

  effect(() => {
    const { value: query } = filter.active;
    const { value: since } = filter.since;
    const isIdle = matches.sequences.peek() === undefined && !matches.isSearching.peek();
    if (query === undefined && since === undefined && isIdle) return;
    return port.schedule(() => void startSearch(), typingPauseMs);
  });

  effect(() => () => matches.clear());

  return {
    filter,
    rows,
    tenantId: reader.tenantId,
    /** The number of events in the tenant's log, without the filter. */
    total: computed(() => Math.max(0, reader.bounds.value.last - reader.bounds.value.first + 1)),
    isLoaded: reader.isLoaded,
    isSearching: matches.isSearching,
    /** The progress of the search. */
    progress: matches.progress,
    /** The reason why the filter's text is not applied. */
    filterProblem: computed(() => filter.problem.value ?? matches.problem.value),
    /** The terms of the list's filter. Views highlight their matches. */
    terms: matches.terms,
    mark: (texts: readonly string[]) => matches.mark(texts),
    isFiltered: computed(() => matches.sequences.value !== undefined),
    minutes: reader.minutes,
    failure: reader.failure,
    selectedKey: selection.key,
    isOpen: selection.isOpen,
    isWide: selection.isWide,
    /** The listed events, for an export. `sequences` is undefined without a filter. */
    shown: computed(() => ({ sequences: matches.sequences.value, after: matches.after.value })),
    /** The events that are in the cache. */
    cached: cache.state,

    /** Reads the events of the lines in and near the view. */
    loadEvents: (sequences: readonly number[]): Promise<void> =>
      reader.attempt(async (tenantId) => cache.load(await port.openLog(), tenantId, sequences)),
    select: (key: string | undefined): void => selection.select(key),
    open: (key: string): void => selection.open(key),
    close: (): void => selection.close(),
    setWide: (isWide: boolean): void => selection.setWide(isWide),
    /** Hides all listed events. The log keeps them. */
    clearList(): void {
      const at = port.now();
      const label = new Date(at).toLocaleTimeString([], { timeStyle: "medium" });
      batch(() => {
        selection.clear();
        filter.setSince({ at, after: reader.bounds.peek().last, label });
      });
    },
    /** Handles the search bar of DevTools: the text filters, the arrows move the selection. */
    search({ action, query = "" }: ListSearch): void {
      if (action === "performSearch") filter.setQuery(query);
      else if (action === "cancelSearch") filter.setQuery("");
      else selection.move(action === "nextSearchResult" ? 1 : -1);
    },
    cancelSearch: () => matches.cancel(),
    /** Reads the log again after a failure. */
    retry: (): Promise<void> => reader.refresh(),
    /** Lists only the events that arrived at a time (Unix time in ms) or later. */
    showSince(at: number, label: string): void {
      filter.clear();
      filter.setSince({ at, label });
    },
  };
});

function listRows(
  { first, last, marks, retained, startedFrom }: LogBounds,
  found: readonly number[] | undefined,
  filter: InstanceType<typeof EventFilterModel>,
): EventRows {
  const sequences =
    found === undefined ? createSequenceRange(first, last) : createSequenceList(found);
  const { value: since } = filter.since;
  if (since === undefined) return arrangeRows({ sequences, marks, retained, startedFrom });
  return arrangeRows({
    sequences,
    marks: marks.filter(({ at }) => at >= since.at),
    retained: undefined,
    startedFrom: undefined,
  });
}

/** Calls back after each period, until the returned function is called. */
function repeatEvery(periodMs: number, schedule: Schedule, callback: () => void): () => void {
  let cancel = (): void => undefined;
  const wait = (): void => {
    cancel = schedule(() => {
      callback();
      wait();
    }, periodMs);
  };
  wait();
  return () => cancel();
}
