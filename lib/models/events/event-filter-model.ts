import { batch, computed, createModel, signal } from "@preact/signals";
import type { EventQuery } from "../../events/search/event-query.ts";
import { parseTerms } from "../../events/search/parse-terms.ts";
import { createTextFilter } from "../text-filter.ts";

/** Hides what arrived before a time (Unix time in ms), or up to a sequence where that is known. */
export interface Since {
  at: number;
  after?: number;
  label: string;
}

/** What is to be seen of the log. A filter hides; it never drops. */
export const EventFilterModel = createModel(() => {
  const { query, problem, lastGood, setQuery } = createTextFilter(parseTerms);
  const types = signal<readonly string[]>([]);
  const since = signal<Since | undefined>(undefined);

  return {
    query,
    /** The types to be seen; none means all. */
    types: computed(() => types.value),
    /** Only what arrived at this time (Unix time in ms) or later, and in words what happened then. */
    since: computed(() => since.value),
    problem,
    isEmpty: computed(
      () => query.value.trim() === "" && types.value.length === 0 && since.value === undefined,
    ),
    /** The last text that was a filter, and the types; undefined when every event passes. */
    active: computed((): EventQuery | undefined => {
      const parsed = parseTerms(lastGood.value);
      const terms = parsed.ok ? parsed.terms : [];
      const { value: wanted } = types;
      return terms.length === 0 && wanted.length === 0 ? undefined : { terms, types: wanted };
    }),

    setQuery,
    /** Adds all of these types, or takes them away when they are all there. */
    toggleTypes(toggled: readonly string[]): void {
      const { value: chosen } = types;
      const isOn = toggled.every((type) => chosen.includes(type));
      const others = chosen.filter((type) => !toggled.includes(type));
      types.value = isOn ? others : [...others, ...toggled];
    },
    setSince(chosen: Since | undefined): void {
      since.value = chosen;
    },
    clear(): void {
      batch(() => {
        setQuery("");
        types.value = [];
        since.value = undefined;
      });
    },
  };
});
