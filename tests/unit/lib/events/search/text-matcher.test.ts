import { describe, expect, test } from "vitest";

import { parseTerms, type TextTerm } from "../../../../../lib/events/search/parse-terms.ts";
import {
  createPatternMatcher,
  createWordMatcher,
  findSpans,
} from "../../../../../lib/events/search/text-matcher.ts";

function terms(query: string): readonly TextTerm[] {
  const parsed = parseTerms(query);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.terms;
}

describe("a matcher", () => {
  test("of words rejects a pattern, which would run on the page's thread", () => {
    expect(() => createWordMatcher(terms("ada /b/"))).toThrow(TypeError);
  });

  test("finds each range of a text that matches a wanted term, in any case", () => {
    const text = "Ada and ADA";
    expect(findSpans(createWordMatcher(terms("ada -bob")), text)).toEqual([
      [0, 3],
      [8, 11],
    ]);
    expect(findSpans(createPatternMatcher(terms("/d\\b|d./")), text)).toEqual([
      [1, 3],
      [6, 7],
      [9, 11],
    ]);
  });

  test("finds no empty range, and ends for a pattern with empty matches", () => {
    expect(findSpans(createPatternMatcher(terms("/x*/")), "axxa")).toEqual([[1, 3]]);
  });

  test("finds at most 200 ranges of a text", () => {
    expect(findSpans(createPatternMatcher(terms("/./")), "a".repeat(5_000))).toHaveLength(200);
  });

  test("finds no range in a text whose length changes in lower case", () => {
    expect(findSpans(createWordMatcher(terms("ada")), "İ ada")).toEqual([]);
  });

  test("matches the next text independently of the last match", () => {
    const matcher = createPatternMatcher(terms("/ada/"));
    expect(["xx ada", "ada", "ada"].map((text) => matcher.matches(text))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
