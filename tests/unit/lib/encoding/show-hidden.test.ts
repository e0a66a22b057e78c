import { expect, test } from "vitest";
import { showHidden, showHiddenInLine } from "../../../../lib/encoding/show-hidden.ts";

test.each([
  [
    "an override of direction",
    "https://evil.example/\u202Emoc.elpmaxe",
    "https://evil.example/\\u202emoc.elpmaxe",
  ],
  ["isolates", "\u2066a\u2069", "\\u2066a\\u2069"],
  ["a zero-width space", "ad\u200Bmin", "ad\\u200bmin"],
  ["a byte order mark", "\uFEFFadmin", "\\ufeffadmin"],
  ["a line separator", "a\u2028b", "a\\u2028b"],
  ["a control character", "a\u0007\u001b[2Jb", "a\\u0007\\u001b[2Jb"],
  ["a tag", "a\u{e0041}b", "a\\u{e0041}b"],
  ["a joiner in a Latin word", "ad\u200dmin", "ad\\u200dmin"],
  ["an unpaired surrogate", "a\ud800b", "a\\ud800b"],
  ["a filler", "a\u3164b", "a\\u3164b"],
])("writes %s as an escape", (_what, text, shown) => {
  expect(showHidden(text)).toBe(shown);
});

test.each(["Ada Lovelace", "مرحبا بالعالم", "می‌خواهم", "👩‍👩‍👧‍👦 🎉", "日本語", "é", "a b\tc"])(
  "leaves %s unchanged",
  (text) => {
    expect(showHidden(text)).toBe(text);
  },
);

test("writes line breaks and tabs as escapes where one line is shown", () => {
  expect(showHiddenInLine("a\r\nb\tc\u202ed")).toBe("a\\u000d\\u000ab\\u0009c\\u202ed");
});
