import { batch, computed, signal } from "@preact/signals";
import type { ParsedTerms } from "../events/search/parse-terms.ts";
import { readOnly } from "./read-only.ts";

/** Creates the text of a filter field, for models with a filter. */
export function createTextFilter(parse: (query: string) => ParsedTerms) {
  const query = signal("");
  const parsed = computed(() => parse(query.value));
  /** The last valid text: it stays in effect while the typed text is invalid. */
  const lastGood = signal("");

  const setQuery = (text: string): void =>
    batch(() => {
      query.value = text;
      if (parsed.peek().ok) lastGood.value = text;
    });

  return {
    query: readOnly(query),
    /** The problem of the typed text, if it is invalid. */
    problem: computed(() => (parsed.value.ok ? undefined : parsed.value.message)),
    /** The text in effect. */
    lastGood: readOnly(lastGood),

    setQuery,
    /** Adds the term that hides what has a word. The word has no white space. */
    hide: (word: string): void => setQuery(`${query.peek()} -${word}`.trim()),
  };
}
