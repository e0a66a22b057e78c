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

/** `after`: the scan begins behind this sequence. */
export type ScanOptions = FindOptions & { signal: AbortSignal; after: number };

/** Scans a tenant's log for the events that match a query, newest first. */
export interface EventScan {
  /** Returns all events if there is no query. */
  scan(
    tenantId: string,
    query: EventQuery | undefined,
    options: ScanOptions,
  ): Promise<SearchResult>;
  /** Returns the sequence of the last event that arrived before a time (Unix time in ms), or `last`. */
  findFloor(tenantId: string, at: number, last: number): Promise<number>;
  /** Frees the texts that searches hold. */
  release(): void;
}

export interface EventScanPort {
  openLog(): Promise<EventLog>;
  /** Lets the page draw. */
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
      // Either the page or the pattern worker holds the texts of the log, never both.
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
