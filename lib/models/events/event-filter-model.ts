import { batch, computed, createModel, signal } from "@preact/signals";
import type { EventQuery } from "../../events/search/event-query.ts";
import { parseTerms } from "../../events/search/parse-terms.ts";
import { createTextFilter } from "../text-filter.ts";
import { readOnly } from "../read-only.ts";

/**
 * Hides the events before a time (Unix time in ms), or up to the sequence `after` if it is set.
 * `label` describes the time, such as "this run".
 */
export interface Since {
  at: number;
  after?: number;
  label: string;
}

/** Filters the list of events. The log itself does not change. */
export const EventFilterModel = createModel(() => {
  const { query, problem, lastGood, setQuery, hide } = createTextFilter(parseTerms);
  const types = signal<readonly string[]>([]);
  const since = signal<Since | undefined>(undefined);

  return {
    query,
    /** The shown types; an empty list means all. */
    types: readOnly(types),
    /** The start of the shown events. */
    since: readOnly(since),
    problem,
    isEmpty: computed(
      () => query.value.trim() === "" && types.value.length === 0 && since.value === undefined,
    ),
    /** The query of the last valid text and the types; undefined if every event passes. */
    active: computed((): EventQuery | undefined => {
      const parsed = parseTerms(lastGood.value);
      const terms = parsed.ok ? parsed.terms : [];
      const { value: chosen } = types;
      return terms.length === 0 && chosen.length === 0 ? undefined : { terms, types: chosen };
    }),

    setQuery,
    hide,
    /** Adds these types, or removes them if all of them are chosen. */
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
