import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { parseWords } from "../events/search/parse-terms.ts";
import { createWordMatcher } from "../events/search/text-matcher.ts";
import { createTextFilter } from "./text-filter.ts";

export interface ProfileFilterPort<Item> {
  /** The tenant whose profiles are shown: a filter does not outlast it. */
  tenantId: ReadonlySignal<string | undefined>;
  /** All there are. */
  items: ReadonlySignal<readonly Item[]>;
  /** What of a profile is looked through. */
  writeText(item: Item): string;
  /** Something is being done with it: it is never hidden. */
  isInHand(item: Item): boolean;
}

export type ProfileFilter<Item extends { id: string }> = ReturnType<
  typeof createProfileFilter<Item>
>;

/** A list that is no longer than this is in view at once. */
const shortList = 8;

/**
 * Finds profiles in a long list by words, as the filter of events does; a part of the models of both kinds. What was made
 * or changed since the filter was typed stays in view, and so does what is in hand: it must not seem to be gone.
 */
export function createProfileFilter<Item extends { id: string }>(port: ProfileFilterPort<Item>) {
  const { query, problem, lastGood, setQuery } = createTextFilter(parseWords);
  /** What each profile said when the filter was typed, by its id. */
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
      const isKept = before.get(item.id) !== text || port.isInHand(item);
      if (isKept) outside += 1;
      return isKept;
    });
    return { items: shown, outside };
  });

  return {
    query,
    /** Why what is typed is no filter. */
    problem,
    /** Whether there is enough to look through. */
    isOffered: computed(() => port.items.value.length > shortList || query.value !== ""),
    /** What is to be seen. */
    items: computed(() => found.value.items),
    total: computed(() => port.items.value.length),
    /** How much of it that is; empty while nothing is asked for. */
    summary: computed(() => {
      const { items, outside } = found.value;
      if (lastGood.value.trim() === "") return "";
      const shown = `${items.length} of ${port.items.value.length} shown`;
      return outside === 0
        ? shown
        : `${shown}, ${outside} of them outside the filter: new, changed or being edited`;
    }),

    setQuery: setText,
    clear,
  };
}
