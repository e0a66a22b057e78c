import { expect, test } from "vitest";
import { showHidden } from "../../../../lib/tokens/show-hidden.ts";

test.each([
  [
    "an override of direction",
    "https://evil.example/\u202Emoc.elpmaxe",
    "https://evil.example/\\u202emoc.elpmaxe",
  ],
  ["isolates", "\u2066a\u2069", "\\u2066a\\u2069"],
  ["a blank of no width", "ad\u200Bmin", "ad\\u200bmin"],
  ["a byte order mark", "\uFEFFadmin", "\\ufeffadmin"],
  ["a separator of lines", "a\u2028b", "a\\u2028b"],
])("%s is written out", (_what, text, shown) => {
  expect(showHidden(text)).toBe(shown);
});

test.each(["Ada Lovelace", "مرحبا بالعالم", "می‌خواهم", "👩‍👩‍👧‍👦 🎉", "日本語", "é", "a b\tc"])(
  "%s stays as it is",
  (text) => {
    expect(showHidden(text)).toBe(text);
  },
);
