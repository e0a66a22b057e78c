import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog, StoredEvent } from "../../events/log/event-log.ts";
import type { LogMark, RetainedMark } from "../../events/log/log-mark.ts";
import type { Schedule } from "../../messages/feed-channel.ts";
import { createEventCache } from "./event-cache.ts";
import { EventFilterModel } from "./event-filter-model.ts";
import { createEventMatches } from "./event-matches.ts";
import { createPatternRunner, type PatternRunnerPort } from "./pattern-runner.ts";
import { toLogFailure } from "./event-log-failure.ts";
import { arrangeRows, createSequenceList, createSequenceRange } from "./event-rows.ts";
import type { Failure } from "../failure.ts";

export interface EventsPort {
  /** The log, to be read; the worker alone writes it. */
  openLog(): Promise<EventLog>;
  /** What the worker tells of the selected tenant: that it changed is why the log is read again. */
  activity: {
    tenant: ReadonlySignal<{ id: string } | undefined>;
    events: ReadonlySignal<readonly StoredEvent[]>;
    marks: ReadonlySignal<readonly LogMark[]>;
    retained: ReadonlySignal<RetainedMark | undefined>;
  };
  schedule: Schedule;
  /** Starts the worker that runs patterns, when one is first typed. */
  startPatternWorker: PatternRunnerPort["startPatternWorker"];
  /** Unix time in ms. */
  now(): number;
}

/** An action in the search bar of DevTools. */
export interface ListSearch {
  action: "performSearch" | "nextSearchResult" | "previousSearchResult" | "cancelSearch";
  query?: string | undefined;
}

/** What the log holds of a tenant, as far as a list needs it before it reads a single event. */
interface LogBounds {
  first: number;
  last: number;
  marks: readonly LogMark[];
  retained: RetainedMark | undefined;
  startedFrom: string | undefined;
}

const nothing: LogBounds = {
  first: 1,
  last: 0,
  marks: [],
  retained: undefined,
  startedFrom: undefined,
};
/** In a burst the list is brought up to date this often; a person reads no faster. */
const refreshEveryMs = 200;
const typingPauseMs = 120;

/**
 * The log of the selected tenant as a list of any length: which lines there are is known at once, each is read when it
 * comes into view.
 */
export const EventsModel = createModel((port: EventsPort) => {
  const filter = new EventFilterModel();
  const cache = createEventCache();
  const shownId = signal<string | undefined>(undefined);
  const bounds = signal(nothing);
  const isLoaded = signal(false);
  const minutes = signal<readonly number[]>([]);
  const failure = signal<Failure | undefined>(undefined);
  const selectedKey = signal<string | undefined>(undefined);
  const isOpen = signal(false);

  const takeTurn = () =>
    new Promise<void>((resolve) => {
      port.schedule(resolve, 0);
    });
  const matches = createEventMatches({
    openLog: () => port.openLog(),
    takeTurn,
    patterns: createPatternRunner(port),
  });
  /** The reading of the shown tenant's log that is under way, with the pause behind it. */
  let reading: { isStale: boolean } | undefined;

  const rows = computed(() => {
    const { first, last, marks, retained, startedFrom } = bounds.value;
    const { value: found } = matches.sequences;
    const sequences =
      found === undefined ? createSequenceRange(first, last) : createSequenceList(found);
    const { value: since } = filter.since;
    return arrangeRows({
      sequences,
      marks: since === undefined ? marks : marks.filter(({ at }) => at >= since.at),
      retained: since === undefined ? retained : undefined,
      startedFrom: since === undefined ? startedFrom : undefined,
    });
  });

  /** Shows what the filter lets pass now; everything, when there is none. */
  const startSearch = async (): Promise<void> => {
    const active = filter.active.peek();
    const since = filter.since.peek();
    const tenantId = shownId.peek();
    if (tenantId === undefined || (active === undefined && since === undefined)) {
      matches.clear();
      return;
    }
    try {
      await matches.find(tenantId, { query: active, since });
      if (tenantId === shownId.peek()) await refresh();
    } catch (error) {
      if (tenantId === shownId.peek()) failure.value = toLogFailure(error);
    }
  };

  /** Selects the next event of the list, or the one before; behind the last one comes the first. */
  const selectBeside = (step: 1 | -1) => {
    const listed = rows.peek();
    const { count } = listed;
    const key = selectedKey.peek();
    let index = (key === undefined ? undefined : listed.indexOf(key)) ?? (step === 1 ? -1 : 0);
    for (let tried = 0; tried < count; tried += 1) {
      index = (index + step + count) % count;
      const row = listed.at(index);
      if (row?.kind !== "event") continue;
      selectedKey.value = row.key;
      return;
    }
  };

  /** Nothing is known any more of the log, and nothing of it chosen. */
  const startAnew = () => {
    batch(() => {
      // The sequences of one log say nothing about another.
      if (filter.since.peek()?.after !== undefined) filter.setSince(undefined);
      cache.clear();
      bounds.value = nothing;
      matches.clear();
      minutes.value = [];
      isLoaded.value = false;
      failure.value = undefined;
      selectedKey.value = undefined;
      isOpen.value = false;
    });
    if (!filter.isEmpty.peek()) void startSearch();
  };

  const readLog = async (tenantId: string): Promise<void> => {
    const log = await port.openLog();
    const [summary, marks, counted] = await Promise.all([
      log.summary(tenantId),
      log.marks(tenantId),
      log.countByMinute(tenantId, port.now()),
    ]);
    const { firstSequence, lastSequence, retained, startedFrom } = summary;
    if (tenantId !== shownId.peek()) return;
    // A log that was deleted counts from 1 again: nothing that was read before is of this one.
    if (lastSequence < bounds.peek().last) startAnew();
    await matches.extend(tenantId, firstSequence);
    if (tenantId !== shownId.peek()) return;
    batch(() => {
      bounds.value = { first: firstSequence, last: lastSequence, marks, retained, startedFrom };
      minutes.value = counted;
      isLoaded.value = true;
      failure.value = undefined;
    });
  };

  /** Reads again what the log holds; asked again meanwhile, it does so once more afterwards. */
  const refresh = async (): Promise<void> => {
    const tenantId = shownId.peek();
    if (tenantId === undefined) return;
    if (reading !== undefined) {
      reading.isStale = true;
      return;
    }
    const own = { isStale: false };
    reading = own;
    try {
      await readLog(tenantId);
    } catch (error) {
      if (tenantId === shownId.peek()) failure.value = toLogFailure(error);
    }
    port.schedule(() => {
      if (own !== reading) return;
      reading = undefined;
      if (own.isStale) void refresh();
    }, refreshEveryMs);
  };

  const showTenant = (tenantId: string | undefined) => {
    reading = undefined;
    batch(() => {
      shownId.value = tenantId;
      startAnew();
    });
  };

  /** The marks and what was dropped are read from the log itself; here they only tell that it is another than before. */
  const told = computed(() => ({
    events: port.activity.events.value,
    marks: port.activity.marks.value,
    retained: port.activity.retained.value,
  }));

  // Opened while the worker is still asked whose events are to be shown; who reads it later is told of a failure.
  port.openLog().catch(() => undefined);

  effect(() => {
    const tenantId = port.activity.tenant.value?.id;
    const { events } = told.value;
    if (tenantId !== shownId.peek()) showTenant(tenantId);
    if (tenantId === undefined) return;
    // A short list is whole in what the worker told; nothing has to be read before it is on show.
    cache.put(events.filter((event) => event.tenantId === tenantId));
    void refresh();
  });

  // The bars of the last hour move on although nothing comes.
  effect(() => {
    let cancel: () => void = () => undefined;
    const tick = () => {
      cancel = port.schedule(() => {
        void refresh();
        tick();
      }, 60_000);
    };
    tick();
    return () => cancel();
  });

  effect(() => {
    const { value: active } = filter.active;
    const { value: since } = filter.since;
    const isIdle = matches.sequences.peek() === undefined && !matches.isSearching.peek();
    if (active === undefined && since === undefined && isIdle) return;
    return port.schedule(() => void startSearch(), typingPauseMs);
  });

  effect(() => () => matches.clear());

  return {
    filter,
    rows,
    tenantId: computed(() => shownId.value),
    /** How many events the log holds of the tenant, whatever the filter hides. */
    total: computed(() => Math.max(0, bounds.value.last - bounds.value.first + 1)),
    /** False until the log has been read once. */
    isLoaded: computed(() => isLoaded.value),
    isSearching: matches.isSearching,
    /** How far the search is. */
    progress: matches.progress,
    /** Why the text in the filter's field does not hold. */
    filterProblem: computed(() => filter.problem.value ?? matches.problem.value),
    /** The terms by which the list is filtered; their matches are highlighted. */
    terms: matches.terms,
    mark: (texts: readonly string[]) => matches.mark(texts),
    isFiltered: computed(() => matches.sequences.value !== undefined),
    /** How many events arrived in each minute of the last hour, the oldest first; empty until it is known. */
    minutes: computed(() => minutes.value),
    /** Why the log could not be read. */
    failure: computed(() => failure.value),
    selectedKey: computed(() => selectedKey.value),
    /** Whether the selected line is shown whole, beside the list. */
    isOpen: computed(() => isOpen.value),
    /** The listed events, for an export; `sequences` is undefined when no filter hides any. */
    shown: computed(() => ({ sequences: matches.sequences.value, after: matches.after.value })),
    /** The events of lines, once they are read. */
    cached: cache.state,

    /** Reads the events of these lines: they are in view, or nearly. */
    async want(sequences: readonly number[]): Promise<void> {
      const tenantId = shownId.peek();
      if (tenantId === undefined) return;
      try {
        await cache.load(await port.openLog(), tenantId, sequences);
      } catch (error) {
        if (tenantId === shownId.peek()) failure.value = toLogFailure(error);
      }
    },
    select(key: string | undefined): void {
      selectedKey.value = key;
    },
    open(key: string): void {
      batch(() => {
        selectedKey.value = key;
        isOpen.value = true;
      });
    },
    close(): void {
      isOpen.value = false;
    },
    /** Hides what is listed now; the log keeps it. */
    clearList(): void {
      const at = port.now();
      const words = new Date(at).toLocaleTimeString([], { timeStyle: "medium" });
      batch(() => {
        selectedKey.value = undefined;
        isOpen.value = false;
        filter.setSince({ at, after: bounds.peek().last, words });
      });
    },
    /** Follows the search bar of DevTools: its text filters, its arrows move through the list. */
    search({ action, query = "" }: ListSearch): void {
      if (action === "performSearch") filter.setQuery(query);
      else if (action === "cancelSearch") filter.setQuery("");
      else selectBeside(action === "nextSearchResult" ? 1 : -1);
    },
    /** Gives up the search that is under way. */
    cancelSearch: () => matches.cancel(),
    /** Reads the log again, after a failure. */
    retry: (): Promise<void> => refresh(),
    /** Shows only what arrived at this time or later. */
    showSince(at: number, words: string): void {
      filter.clear();
      filter.setSince({ at, words });
    },
  };
});
