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
  test("of words refuses a pattern, which would run on the page's thread", () => {
    expect(() => createWordMatcher(terms("ada /b/"))).toThrow(TypeError);
  });

  test("finds each part of a text that a wanted term matches, whatever its case", () => {
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

  test("finds no empty part, and ends on a pattern that matches nothing everywhere", () => {
    expect(findSpans(createPatternMatcher(terms("/x*/")), "axxa")).toEqual([[1, 3]]);
  });

  test("finds at most 200 parts of a text", () => {
    expect(findSpans(createPatternMatcher(terms("/./")), "a".repeat(5_000))).toHaveLength(200);
  });

  test("finds nothing in a text whose places lower case would move", () => {
    expect(findSpans(createWordMatcher(terms("ada")), "İ ada")).toEqual([]);
  });

  test("matches the same on the next text, wherever it matched before", () => {
    const matcher = createPatternMatcher(terms("/ada/"));
    expect(["xx ada", "ada", "ada"].map((text) => matcher.matches(text))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
