import { batch, computed, signal } from "@preact/signals";
import type { ParsedTerms } from "../events/search/parse-terms.ts";

/** The text in the field of a filter; a part of the models that filter. */
export function createTextFilter(parse: (query: string) => ParsedTerms) {
  const query = signal("");
  const parsed = computed(() => parse(query.value));
  /** While what is typed is no filter yet, the text before goes on. */
  const lastGood = signal("");

  return {
    query: computed(() => query.value),
    /** Why what is typed is no filter. */
    problem: computed(() => (parsed.value.ok ? undefined : parsed.value.message)),
    /** The text that holds. */
    lastGood: computed(() => lastGood.value),

    setQuery: (text: string): void =>
      batch(() => {
        query.value = text;
        if (parsed.peek().ok) lastGood.value = text;
      }),
  };
}
