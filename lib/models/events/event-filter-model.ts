import { batch, computed, createModel, signal } from "@preact/signals";
import { parseFilter } from "../../events/search/filter-events.ts";

/** What is to be seen of the log. A filter hides; it never drops. */
export const EventFilterModel = createModel(() => {
  const query = signal("");
  const types = signal<readonly string[]>([]);
  const since = signal<{ at: number; words: string } | undefined>(undefined);
  const parsed = computed(() => parseFilter(query.value));
  /** While what is typed is no filter yet, the text before goes on. */
  const lastGood = signal("");

  const setQuery = (text: string): void => {
    batch(() => {
      query.value = text;
      if (parsed.peek().ok) lastGood.value = text;
    });
  };

  return {
    query: computed(() => query.value),
    /** The types to be seen; none means all. */
    types: computed(() => types.value),
    /** Only what arrived at this time (Unix time in ms) or later, and in words what happened then. */
    since: computed(() => since.value),
    /** Why what is typed is no filter. */
    problem: computed(() => (parsed.value.ok ? undefined : parsed.value.message)),
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
