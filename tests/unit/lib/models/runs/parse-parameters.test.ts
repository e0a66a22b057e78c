import { expect, test } from "vitest";

import { parseParameters } from "../../../../../lib/models/runs/parse-parameters.ts";

test("reads one parameter per line, ignores empty lines, and permits equals signs in a value", () => {
  expect(parseParameters(" device = a=b=c \n\n  \nempty=\n__proto__=x")).toEqual({
    ok: true,
    values: Object.fromEntries([
      ["device", "a=b=c"],
      ["empty", ""],
      ["__proto__", "x"],
    ]),
  });
});

test.each([
  ["a=1\nno equals sign", "Line 2"],
  ["=value", "Line 1"],
  ["a=1\na=2", "a appears twice"],
])("rejects %j: %s", (text, words) => {
  expect(parseParameters(text)).toEqual({ ok: false, problem: expect.stringContaining(words) });
});
