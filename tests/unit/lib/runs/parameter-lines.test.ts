import fc from "fast-check";
import { expect, test } from "vitest";

import { parseParameterLines, writeParameterLines } from "../../../../lib/runs/parameter-lines.ts";

test("lines of ordinary parameters have the form name=value", () => {
  const pairs = [
    ["ui_locales", "de en"],
    ["audience", ""],
    ["login_hint", "a=b"],
  ] as const;
  expect(writeParameterLines(pairs)).toBe("ui_locales=de en\naudience=\nlogin_hint=a=b");
});

test("every list of parameters survives as lines", () => {
  const text = fc.oneof(
    fc.constantFrom("", " ", "a", "a=b", '["a","b"]', "a\nb", "a\r\nb", "a\u0085b", "\t"),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 6 }), (pairs) => {
      const lines = writeParameterLines(pairs);
      expect(parseParameterLines(lines)).toEqual({ ok: true, pairs });
      expect(lines.split(/\r\n|\r|\n/).length).toBe(Math.max(1, pairs.length));
    }),
    { numRuns: 500 },
  );
});

test.each(["audience", "=x", ' ["a"]'])("the line %j is refused with its number", (line) => {
  expect(parseParameterLines(`a=b\n\n${line}`)).toEqual({
    ok: false,
    problem: expect.stringContaining("Line 3"),
  });
});
