import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog } from "../../events/log/event-log.ts";
import { createEventSearch, type EventSearch } from "../../events/search/event-search.ts";
import type { EventPredicate, TextPredicate } from "../../events/search/filter-events.ts";

/** What is looked for: a filter, what arrived at a time (Unix time in ms) or later, or both. */
export interface EventQuery {
  filter: { matches: EventPredicate; matchesText: TextPredicate } | undefined;
  since: number | undefined;
}

/** The events of one log that a filter lets pass. */
export interface EventMatches {
  /** Their sequences, newest first; undefined while there is no filter. */
  readonly sequences: ReadonlySignal<readonly number[] | undefined>;
  /** What is shown begins behind this sequence. */
  readonly after: ReadonlySignal<number>;
  readonly isSearching: ReadonlySignal<boolean>;
  /** Looks through the whole log; what is found takes the place of what was found before. Rejects with what the log says. */
  find(tenantId: string, query: EventQuery): Promise<void>;
  /** Adds what came since, and lets go what the log dropped. */
  extend(log: EventLog, tenantId: string, firstSequence: number): Promise<void>;
  /** Everything is shown again, and the memory given back. */
  clear(): void;
}

/** At most so many new events are looked at in one turn. */
const atATime = 1_000;

export function createEventMatches(port: {
  openLog(): Promise<EventLog>;
  /** Lets the page draw. */
  takeTurn(): Promise<void>;
}): EventMatches {
  const sequences = signal<readonly number[] | undefined>(undefined);
  const after = signal(0);
  const isSearching = signal(false);
  let search: { tenantId: string; events: EventSearch } | undefined;
  let current: { stop: AbortController; query: EventQuery } | undefined;
  /** Up to here the filter has looked. */
  let through = 0;

  const release = () => {
    search?.events.release();
    search = undefined;
  };

  const clear = () => {
    current?.stop.abort();
    current = undefined;
    release();
    batch(() => {
      sequences.value = undefined;
      after.value = 0;
      isSearching.value = false;
    });
  };

  /** Of what the log holds, what a filter lets pass, newest first; `last` is the newest that was looked at. */
  const findAll = async (
    log: EventLog,
    tenantId: string,
    filter: EventQuery["filter"],
    signal: AbortSignal,
  ): Promise<{ sequences: readonly number[]; last: number }> => {
    if (filter === undefined) {
      const { count, lastSequence: last } = await log.summary(tenantId);
      return { sequences: Array.from({ length: count }, (_, index) => last - index), last };
    }
    if (search?.tenantId !== tenantId) {
      release();
      const events = createEventSearch({ log, tenantId, pause: () => port.takeTurn() });
      search = { tenantId, events };
    }
    return await search.events.find(filter.matchesText, { signal });
  };

  const lookThrough = async (
    tenantId: string,
    { filter, since }: EventQuery,
    signal: AbortSignal,
  ): Promise<{ found: readonly number[]; floor: number; last: number }> => {
    const log = await port.openLog();
    const { sequences: found, last } = await findAll(log, tenantId, filter, signal);
    if (since === undefined) return { found, floor: 0, last };
    // Sequences follow the arrival. Asked afterwards: what came meanwhile is behind `last`, and is added as what comes later.
    const [oldest] = await log.arrived(tenantId, { from: since, limit: 1 });
    const floor = (oldest?.sequence ?? last + 1) - 1;
    return { found: found.filter((one) => one > floor), floor, last };
  };

  return {
    sequences: computed(() => sequences.value),
    after: computed(() => after.value),
    isSearching: computed(() => isSearching.value),
    clear,

    async find(tenantId, query) {
      current?.stop.abort();
      const own = { stop: new AbortController(), query };
      current = own;
      isSearching.value = true;
      try {
        const { found, floor, last } = await lookThrough(tenantId, query, own.stop.signal);
        if (own !== current) return;
        batch(() => {
          through = last;
          after.value = floor;
          sequences.value = found;
          isSearching.value = false;
        });
      } catch (error) {
        if (own !== current) return;
        isSearching.value = false;
        throw error;
      }
    },

    async extend(log, tenantId, firstSequence) {
      const own = current;
      const known = sequences.peek();
      if (own === undefined || known === undefined || isSearching.peek()) return;
      const matches = own.query.filter?.matches;
      const added: number[] = [];
      for (;;) {
        const events = await log.since(tenantId, through, { limit: atATime });
        if (own !== current) return;
        for (const event of events) if (matches?.(event) ?? true) added.push(event.sequence);
        through = events.at(-1)?.sequence ?? through;
        if (events.length < atATime) break;
        await port.takeTurn();
      }
      const oldest = known.at(-1) ?? firstSequence;
      const kept = oldest < firstSequence ? known.filter((one) => one >= firstSequence) : known;
      if (added.length > 0 || kept !== known) sequences.value = [...added.toReversed(), ...kept];
    },
  };
}
