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

/** The messages about texts that `JSON.parse` accepts, but drops a part of. */
const losses = { number: "The number is too large", name: "Duplicate property" };

describe("the first JSON problem", () => {
  test.each([
    ["", "Unexpected end of text: expected a value.", 0],
    ['{"a":1', "Unexpected end of text: expected a comma or }.", 6],
    ['{"a" 1}', "Expected a colon.", 5],
    ['{"a":1,}', "Expected a name in double quotes.", 7],
    ["{a:1}", "Expected a name in double quotes.", 1],
    ['{"a":1 "b":2}', "Expected a comma or }.", 7],
    ["[1 2]", "Expected a comma or ].", 3],
    ["[1,]", "Expected a value.", 3],
    ['{"a":tru}', "Expected a value.", 5],
    ['{"a":"b}', "The string is not closed", 5],
    ['{"a":"b\nc"}', "The string is not closed", 5],
    ['{"a":"\\x"}', "The string is not closed", 5],
    ["{} {}", "Unexpected text after the end of the JSON.", 3],
    ['{"a":01}', "Expected a comma or }.", 6],
    ['{"a":1e999}', losses.number, 5],
    ["-0.5e311", losses.number, 0],
    ['{"a":{"b":1,"\\u0062":2}}', `${losses.name} "b"`, 12],
    ['{"__proto__":1}', 'The property "__proto__" cannot be sent.', 1],
    ["[".repeat(200), "Too many nested levels.", 101],
  ])("of %j has a message with the expected token", (text, message, offset) => {
    const problem = findJsonProblem(text);
    expect(problem?.message.startsWith(message)).toBe(true);
    expect(problem?.offset).toBe(offset);
  });

  test("has a line and a column, as in an editor", () => {
    expect(findJsonProblem('{\n  "name": "x",\n  "a": oops\n}')).toMatchObject({
      line: 3,
      column: 8,
    });
  });

  test("exists for exactly the texts that a parser rejects, and is found in linear time", () => {
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
        const isLoss = Object.values(losses).some((loss) => problem?.message.startsWith(loss));
        fc.pre(!isLoss);
        expect(problem === undefined).toBe(isParsed(text));
      }),
      { numRuns: 2000 },
    );
    expect(findJsonProblem(`{"a":"${"x".repeat(200_000)}`)?.offset).toBe(5);
  });

  test("does not exist in serialized JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        fc.pre(!text.includes("__proto__"));
        expect(findJsonProblem(text)).toBeUndefined();
      }),
    );
  });
});
