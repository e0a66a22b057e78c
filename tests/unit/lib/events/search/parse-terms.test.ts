import { describe, expect, test } from "vitest";

import { parseTerms, parseWords } from "../../../../../lib/events/search/parse-terms.ts";
import { createPatternMatcher } from "../../../../../lib/events/search/text-matcher.ts";

const texts = [
  'user.created {"id":"evt_1","email":"ada@example.com"}',
  'user.deleted {"id":"evt_2","email":"grace@example.com"}',
  'group.created {"id":"evt_3","name":"engineers"}',
];

/** Returns the numbers of the texts that match a filter. */
function show(query: string): number[] {
  const parsed = parseTerms(query);
  if (!parsed.ok) throw new Error(parsed.message);
  const matcher = createPatternMatcher(parsed.terms);
  return texts.flatMap((text, index) => (matcher.matches(text) ? [index + 1] : []));
}

describe("parseTerms", () => {
  test.each([
    ["", [1, 2, 3]],
    ["  grace ", [2]],
    ["example created", [1]],
    ["created -ADA", [3]],
    ["-example", [3]],
    ["-", []],
    ["/^user\\.(created|deleted)/", [1, 2]],
    ["/GRACE@/", [2]],
    ["/GRACE@/i -ada", [2]],
    ["created /evt_[12]/ -/grace|ADA/", []],
    ["/evt_[12]/ -/grace/ example", [1]],
    ["/name.*[/]?/ engineers", [3]],
    ["/ -/x/", []],
    ["- -ada", []],
    ["nobody", []],
    ["/user(?=\\.deleted)/", [2]],
    ["/(e)\\1|(n)g\\2?in/", [3]],
  ])("with the query %j matches the texts %j", (query, numbers) => {
    expect(show(query)).toEqual(numbers);
  });

  test.each([
    ["/open", /no closing slash/u],
    ["/(/", /not a valid regular expression/u],
    ["created -/open", /no closing slash/u],
    ["/a/gi", /only the flag i.*“g”/u],
    ["/api/v2/users", /no closing slash/u],
    [`/${"a".repeat(201)}/`, /longer than 200/u],
    ["a".repeat(1_001), /longer than 1000/u],
  ])("rejects the query %.20s with a message", (query, message) => {
    expect(parseTerms(query)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  test("only parses a pattern, and does not run it", () => {
    expect(parseTerms("/(a+)+$/")).toEqual({
      ok: true,
      terms: [{ kind: "pattern", text: "(a+)+$", isBanned: false }],
    });
  });
});

describe("parseWords", () => {
  test("accepts words and -words, also with a slash", () => {
    expect(parseWords("Ada -bob /api/v2")).toEqual({
      ok: true,
      terms: [
        { kind: "word", text: "ada", isBanned: false },
        { kind: "word", text: "bob", isBanned: true },
        { kind: "word", text: "/api/v2", isBanned: false },
      ],
    });
  });

  test("rejects a pattern, and names the tab that supports patterns", () => {
    expect(parseWords("ada -/kiosk 1/")).toEqual({
      ok: false,
      message: expect.stringContaining("Use patterns in the Events tab"),
    });
  });
});
