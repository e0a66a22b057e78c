import { batch, computed, createModel, signal } from "@preact/signals";
import { parseFilter } from "../../events/search/filter-events.ts";
import { createTextFilter } from "../text-filter.ts";

/** What is to be seen of the log. A filter hides; it never drops. */
export const EventFilterModel = createModel(() => {
  const { query, problem, lastGood, setQuery } = createTextFilter();
  const types = signal<readonly string[]>([]);
  const since = signal<{ at: number; words: string } | undefined>(undefined);

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
    /** The filter that holds; undefined when it lets everything pass. */
    active: computed(() => {
      const filter = parseFilter(lastGood.value, types.value);
      return filter.ok && !filter.isEmpty ? filter : undefined;
    }),

    setQuery,
    /** Adds all of these types, or takes them away when they are all there. */
    toggleTypes(toggled: readonly string[]): void {
      const { value: chosen } = types;
      const isOn = toggled.every((type) => chosen.includes(type));
      const others = chosen.filter((type) => !toggled.includes(type));
      types.value = isOn ? others : [...others, ...toggled];
    },
    setSince(chosen: { at: number; words: string } | undefined): void {
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
