import type { EventLog } from "../../events/log/event-log.ts";
import { createEventPredicate, type EventQuery } from "../../events/search/event-query.ts";
import {
  createEventSearch,
  type EventSearch,
  type FindOptions,
  type SearchResult,
} from "../../events/search/event-search.ts";
import { hasPattern } from "../../events/search/parse-terms.ts";
import { createWordMatcher } from "../../events/search/text-matcher.ts";
import type { PatternRunner } from "./pattern-runner.ts";

/** The options of a scan, which covers only the events after the sequence `after`. */
export type ScanOptions = FindOptions & { signal: AbortSignal; after: number };

/** Scans a tenant's log for events that match a query. */
export interface EventScan {
  /** Finds the sequences of the matches, newest first; without a query, of all events. */
  scan(
    tenantId: string,
    query: EventQuery | undefined,
    options: ScanOptions,
  ): Promise<SearchResult>;
  /**
   * Finds the sequence before the first event that arrived at a time (Unix time in ms) or later.
   * Returns `last` if there is no such event.
   */
  findFloor(tenantId: string, at: number, last: number): Promise<number>;
  /** Frees the memory of the searches. */
  release(): void;
}

export interface EventScanPort {
  openLog(): Promise<EventLog>;
  /** Lets the page draw and handle input. */
  yieldToEventLoop(): Promise<void>;
  patterns: PatternRunner;
}

export function createEventScan(port: EventScanPort): EventScan {
  let search: { tenantId: string; events: EventSearch } | undefined;

  function releaseSearch(): void {
    search?.events.release();
    search = undefined;
  }

  function openSearch(tenantId: string, log: EventLog): EventSearch {
    if (search?.tenantId === tenantId) return search.events;
    releaseSearch();
    const events = createEventSearch({ log, tenantId, pause: () => port.yieldToEventLoop() });
    search = { tenantId, events };
    return events;
  }

  return {
    async scan(tenantId, query, options) {
      const log = await port.openLog();
      if (query === undefined) {
        const { firstSequence, lastSequence: last } = await log.summary(tenantId);
        const length = Math.max(0, last - Math.max(firstSequence - 1, options.after));
        return { sequences: Array.from({ length }, (_, index) => last - index), last };
      }
      // To save memory, the page and the pattern worker never hold the texts at the same time.
      if (hasPattern(query.terms)) {
        releaseSearch();
        return await port.patterns.search({ tenantId, query, after: options.after }, options);
      }
      port.patterns.end();
      const matches = createEventPredicate(query, createWordMatcher(query.terms));
      return await openSearch(tenantId, log).find(matches, options);
    },
    async findFloor(tenantId, at, last) {
      const log = await port.openLog();
      const [oldest] = await log.arrived(tenantId, { from: at, limit: 1 });
      return (oldest?.sequence ?? last + 1) - 1;
    },
    release() {
      releaseSearch();
      port.patterns.end();
    },
  };
}
