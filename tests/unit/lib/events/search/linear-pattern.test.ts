import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createLinearPattern } from "../../../../../lib/events/search/linear-pattern.ts";
import { PatternError } from "../../../../../lib/events/search/pattern-syntax.ts";

/** Pieces of a pattern that the engine's own matcher can be trusted with on a short text. */
const atom = fc.constantFrom(
  ..."abc1 _-.",
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "\\s",
  "\\.",
  "\\/",
  "\\n",
  "\\x61",
  "\\u0062",
  "\\cA",
  // Alone: a digit behind it would make another escape of it, which no pattern in Unicode mode may hold.
  "[\\0]",
  "\\uD83D\\uDE42",
  "\\u{1F642}",
  "\\p{L}",
  "\\P{L}",
  "[a-c]",
  "[^a]",
  "[\\]b]",
  "[\\w-]",
  "[^\\d\\s]",
  "[🙂a]",
  "🙂",
  "é",
);
const quantifier = fc.constantFrom(
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "{2}",
  "{0,2}",
  "{1,}",
  "{0}",
  "*?",
  "+?",
);
const pattern = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, quantifier).map((parts) => parts.join("")),
    fc.constantFrom("^", "$", "\\b", "\\B", ""),
    fc
      .tuple(fc.constantFrom("(", "(?:"), tie("pattern"), quantifier)
      .map(([open, inner, repeat]) => `${open}${inner})${repeat}`),
  ),
  pattern: fc.oneof(
    { maxDepth: 3 },
    fc.array(tie("term"), { maxLength: 4 }).map((parts) => parts.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map((options) => options.join("|")),
  ),
})).pattern;
const text = fc
  .array(fc.constantFrom(..."abcz19 _-.\n/é", "🙂", "\ud83d", "\0"), { maxLength: 8 })
  .map((parts) => parts.join(""));

test("a pattern matches exactly what the engine's own matcher matches", () => {
  let [yes, no] = [0, 0];
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 6 }), (source, texts) => {
      const native = new RegExp(source, "iu");
      const ours = createLinearPattern(source);
      for (const text of texts) {
        // V8 finds \B between the two halves of one character, where the specification looks at none.
        const given = source.includes("\\B") ? text.replaceAll(/\p{Cs}|🙂/gu, "") : text;
        const expected = native.test(given);
        expect(ours.test(given), `/${source}/ on ${JSON.stringify(given)}`).toBe(expected);
        if (expected) yes += 1;
        else no += 1;
      }
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(yes, no)).toBeGreaterThan(200);
});

// The engine's own matcher would take longer than the universe has for each of these: that the test ends is the proof.
test.each([
  ["((a+))+$", "a".repeat(100_000) + "b"],
  ["(a+)+$", "a".repeat(100_000) + "b"],
  ["(a|a)*b", "a".repeat(100_000)],
  ["(a|aa)+$", "a".repeat(100_000) + "b"],
  ["(?:a?){30}a{30}b", "a".repeat(100_000)],
  ["(.*)*(.*)*(.*)*x", "y".repeat(100_000)],
  [".*.*.*.*.*=x", "y".repeat(100_000)],
  ["^(\\w+\\s?)*$", "word ".repeat(20_000) + "!"],
  ["(a*)*(a*)*(a*)*[^a]$", "a".repeat(100_000)],
])("/%s/ comes to an end on a text made against it", (source, hostile) => {
  expect(createLinearPattern(source).test(hostile)).toBe(false);
});

test("a pattern whose sets of places never repeat still comes to an end, and forgets what it met", () => {
  const bits = Array.from(
    { length: 20_000 },
    (_, index) => "ab"[(index * index * 7 + (index >> 3)) % 2],
  );
  const pattern = createLinearPattern("a[ab]{60}c");
  expect(pattern.test(bits.join(""))).toBe(false);
  expect(pattern.test(`${bits.join("")}a${"b".repeat(60)}c`)).toBe(true);
});

test("a named group is a group", () => {
  const pattern = createLinearPattern("^(?<who>ada|grace)$");
  expect(["Ada", "GRACE", "who"].map((text) => pattern.test(text))).toEqual([true, true, false]);
});

test.each([
  ["a(?=b)", /looks ahead or behind/u],
  ["a(?!b)", /looks ahead or behind/u],
  ["(?<=a)b", /looks ahead or behind/u],
  ["(?<!a)b", /looks ahead or behind/u],
  ["(a)\\1", /refers back/u],
  ["(?<x>a)\\k<x>", /refers back/u],
  ["(", /not a regular expression/u],
  ["a{2,1}", /not a regular expression/u],
  ["a{1000000}", /repeats too much/u],
  ["(){1000000}", /repeats too much/u],
  ["((a{30}){30}){30}", /repeats too much/u],
])("/%s/ is refused with a sentence", (source, message) => {
  expect(() => createLinearPattern(source)).toThrow(message);
  expect(() => createLinearPattern(source)).toThrow(PatternError);
});
