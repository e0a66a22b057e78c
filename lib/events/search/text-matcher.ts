import { compilePattern, type TextTerm } from "./parse-terms.ts";

/** A part of a text, in UTF-16 units; `end` is exclusive. */
export type Span = readonly [start: number, end: number];

/** Matches the terms of a filter. All texts must be in lower case. */
export interface TextMatcher {
  /** Returns true if every required term occurs, and no banned one. */
  matches(text: string): boolean;
  /** Finds the occurrences of the required terms, term by term; they may overlap. */
  spans(text: string): Span[];
}

/** Finds the first occurrence that begins at `from` or later. */
type FindTerm = (text: string, from: number) => Span | undefined;

/** The maximum number of occurrences. A pattern such as /./ matches each character. */
const maxSpans = 200;

/**
 * Creates a matcher of words. Its time grows linearly with the text, so a page may run it on its
 * own thread.
 *
 * @throws {TypeError} for a pattern
 */
export function createWordMatcher(terms: readonly TextTerm[]): TextMatcher {
  return createMatcher(terms, () => {
    throw new TypeError("Only the pattern worker runs patterns.");
  });
}

/**
 * Creates a matcher of words and patterns. A pattern may backtrack for longer than any user waits,
 * and cannot be interrupted. Run it in a worker, which another thread can terminate.
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
        while (from <= text.length && spans.length < maxSpans) {
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
 * Finds the occurrences in a displayed text. Returns none if lower case changes the length of the
 * text, because the indexes would then differ.
 */
export function findSpans(matcher: TextMatcher, text: string): Span[] {
  const lower = text.toLowerCase();
  return lower.length === text.length ? matcher.spans(lower) : [];
}
