import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { parseWords } from "../events/search/parse-terms.ts";
import { createWordMatcher } from "../events/search/text-matcher.ts";
import { createTextFilter } from "./text-filter.ts";

export interface ProfileFilterPort<Item> {
  /** The tenant of the profiles; another tenant clears the filter. */
  tenantId: ReadonlySignal<string | undefined>;
  /** All profiles. */
  items: ReadonlySignal<readonly Item[]>;
  /** Returns the text of a profile that the filter searches. */
  writeText(item: Item): string;
  /** Returns true for a profile that is being edited: the filter never hides it. */
  isBeingEdited(item: Item): boolean;
}

export type ProfileFilter<Item extends { id: string }> = ReturnType<
  typeof createProfileFilter<Item>
>;

/** The length of a list that fits in the popup without scrolling. */
const shortList = 8;

/**
 * Creates a filter that finds profiles by words, like the filter of events. The models of both
 * profile kinds use it. A profile that is new, changed since the filter was typed, or being edited
 * stays visible: it must not seem to be lost.
 */
export function createProfileFilter<Item extends { id: string }>(port: ProfileFilterPort<Item>) {
  const { query, problem, lastGood, setQuery } = createTextFilter(parseWords);
  /** The text of each profile when the filter was typed, by id. */
  const known = signal<ReadonlyMap<string, string>>(new Map());

  const write = (item: Item) => port.writeText(item).toLowerCase();
  const setText = (text: string): void => {
    batch(() => {
      const before = lastGood.peek();
      setQuery(text);
      if (lastGood.peek() !== before)
        known.value = new Map(port.items.peek().map((item) => [item.id, write(item)]));
    });
  };
  const clear = () => setText("");
  effect(() => {
    if (port.tenantId.value !== undefined) clear();
  });

  const found = computed(() => {
    const { value: items } = port.items;
    const { value: before } = known;
    const parsed = parseWords(lastGood.value);
    if (!parsed.ok || parsed.terms.length === 0) return { items, outside: 0 };
    const matcher = createWordMatcher(parsed.terms);
    let outside = 0;
    const shown = items.filter((item) => {
      const text = write(item);
      if (matcher.matches(text)) return true;
      const isKept = before.get(item.id) !== text || port.isBeingEdited(item);
      if (isKept) outside += 1;
      return isKept;
    });
    return { items: shown, outside };
  });

  return {
    query,
    /** The problem of the typed filter, if it is invalid. */
    problem,
    /** True if the list is long enough for a filter. */
    isOffered: computed(() => port.items.value.length > shortList || query.value !== ""),
    /** The visible profiles. */
    items: computed(() => found.value.items),
    total: computed(() => port.items.value.length),
    /** The number of visible profiles as text; empty without a filter. */
    summary: computed(() => {
      const { items, outside } = found.value;
      if (lastGood.value.trim() === "") return "";
      const shown = `${items.length} of ${port.items.value.length} shown`;
      return outside === 0
        ? shown
        : `${shown}, including ${outside} outside the filter (new, changed or being edited)`;
    }),

    setQuery: setText,
    clear,
  };
}
