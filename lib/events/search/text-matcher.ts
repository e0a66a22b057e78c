import { compilePattern, type TextTerm } from "./parse-terms.ts";

/** A part of a text, in UTF-16 units; `end` is exclusive. */
export type Span = readonly [start: number, end: number];

/** A filter's terms, ready to be matched with a text in lower case. */
export interface TextMatcher {
  /** Reports whether every term occurs that must, and none that must not. */
  matches(text: string): boolean;
  /** Finds where the terms that must occur do so, term by term; parts may overlap. */
  spans(text: string): Span[];
}

/** Finds the first occurrence that begins at `from` or later. */
type FindTerm = (text: string, from: number) => Span | undefined;

/** A pattern such as /./ matches each character: a longer list of parts helps no reader. */
const MAX_SPANS = 200;

/**
 * Creates a matcher of words. Its time grows linearly with the text, so it may run on a page's thread.
 *
 * @throws {TypeError} for a pattern
 */
export function createWordMatcher(terms: readonly TextTerm[]): TextMatcher {
  return createMatcher(terms, () => {
    throw new TypeError("Only the pattern worker runs patterns.");
  });
}

/**
 * Creates a matcher of words and patterns. A pattern may backtrack for longer than any user waits, and nothing
 * interrupts it: call this in a worker that another thread can terminate.
 */
export function createPatternMatcher(terms: readonly TextTerm[]): TextMatcher {
  return createMatcher(terms, (source) => {
    const pattern = compilePattern(source);
    return (text, from) => {
      pattern.lastIndex = from;
      const found = pattern.exec(text);
      return found === null ? undefined : [found.index, found.index + found[0].length];
    };
  });
}

function createMatcher(
  terms: readonly TextTerm[],
  findPattern: (source: string) => FindTerm,
): TextMatcher {
  const finders = terms.map(({ kind, text, isBanned }) => ({
    isBanned,
    find: kind === "pattern" ? findPattern(text) : findWord(text),
  }));
  return {
    matches(text) {
      for (const { find, isBanned } of finders)
        if ((find(text, 0) !== undefined) === isBanned) return false;
      return true;
    },
    spans(text) {
      const spans: Span[] = [];
      for (const { find, isBanned } of finders) {
        if (isBanned) continue;
        let from = 0;
        while (from <= text.length && spans.length < MAX_SPANS) {
          const span = find(text, from);
          if (span === undefined) break;
          const [start, end] = span;
          if (end > start) spans.push(span);
          from = Math.max(end, start + 1);
        }
      }
      return spans;
    },
  };
}

function findWord(word: string): FindTerm {
  return (text, from) => {
    const start = text.indexOf(word, from);
    return start < 0 ? undefined : [start, start + word.length];
  };
}

/**
 * Finds a matcher's parts in a text as it is shown. Where lower case changes the length of a text, its places
 * would not be those of the text, so nothing is marked in it.
 */
export function findSpans(matcher: TextMatcher, text: string): Span[] {
  const lower = text.toLowerCase();
  return lower.length === text.length ? matcher.spans(lower) : [];
}
