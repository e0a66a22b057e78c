import { expect, test } from "vitest";
import { plural } from "../../../../lib/encoding/plural.ts";
import { shorten } from "../../../../lib/encoding/shorten.ts";

test.each([
  [0, "0 events"],
  [1, "1 event"],
  [2, "2 events"],
])("a number stands with its noun: %i", (number, text) => {
  expect(plural(number, "event")).toBe(text);
});

test("a noun can have a plural of its own", () => {
  expect([1, 2].map((number) => plural(number, "day", "days in all"))).toEqual([
    "1 day",
    "2 days in all",
  ]);
});

test.each([
  ["abcdef", 6, "abcdef"],
  ["abcdef", 5, "abcde…"],
  ["ab\u{1f511}cd", 3, "ab…"],
  ["ab\u{1f511}cd", 4, "ab\u{1f511}…"],
  ["", 0, ""],
])("%s is shortened to %i characters, none of them cut in half", (text, max, shown) => {
  expect(shorten(text, max)).toBe(shown);
});
