import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findJsonProblem } from "../../../../../lib/management/connections/find-json-problem.ts";

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the first place where a text is no JSON", () => {
  test.each([
    ["", "The text ends too early: a value is expected here.", 0],
    ['{"a":1', "The text ends too early: a comma or } is expected here.", 6],
    ['{"a" 1}', "A colon is expected here.", 5],
    ['{"a":1,}', "A name in double quotes is expected here.", 7],
    ["{a:1}", "A name in double quotes is expected here.", 1],
    ['{"a":1 "b":2}', "A comma or } is expected here.", 7],
    ["[1 2]", "A comma or ] is expected here.", 3],
    ["[1,]", "A value is expected here.", 3],
    ['{"a":tru}', "A value is expected here.", 5],
    ['{"a":"b}', "This text in quotes is not closed", 5],
    ['{"a":"b\nc"}', "This text in quotes is not closed", 5],
    ['{"a":"\\x"}', "This text in quotes is not closed", 5],
    ["{} {}", "The JSON ends before this place.", 3],
    ['{"a":01}', "A comma or } is expected here.", 6],
    ['{"a":1e999}', "This number is larger", 5],
    ['{"a":{"b":1,"\\u0062":2}}', 'The name "b" stands in this object a second time', 12],
    ['{"__proto__":1}', 'The name "__proto__" cannot be sent.', 1],
    ["[".repeat(200), "This is nested too deeply.", 101],
  ])("of %j is named with what is expected there", (text, message, offset) => {
    const problem = findJsonProblem(text);
    expect(problem?.message.startsWith(message)).toBe(true);
    expect(problem?.offset).toBe(offset);
  });

  test("is counted in lines and columns, as an editor does", () => {
    expect(findJsonProblem('{\n  "name": "x",\n  "a": oops\n}')).toMatchObject({
      line: 3,
      column: 8,
    });
  });

  test("is there for exactly the texts that a parser refuses, and never slow to be found", () => {
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "-0.5e3",
      "null",
      " ",
      "\n",
      '"',
      "\\",
      "x",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
        const text = parts.join("");
        const problem = findJsonProblem(text);
        // JSON.parse accepts these, but drops a part of them.
        fc.pre(!/a second time|number is larger/u.test(problem?.message ?? ""));
        expect(problem === undefined).toBe(isParsed(text));
      }),
      { numRuns: 2000 },
    );
    expect(findJsonProblem(`{"a":"${"x".repeat(200_000)}`)?.offset).toBe(5);
  });

  test("is nowhere in what was written as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        fc.pre(!text.includes("__proto__"));
        expect(findJsonProblem(text)).toBeUndefined();
      }),
    );
  });
});
