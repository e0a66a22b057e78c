import { describe, expect, test } from "vitest";
import { compareMembers } from "../../../../../lib/tokens/compare/compare-members.ts";
import { describeDifference } from "../../../../../lib/tokens/compare/describe-difference.ts";
import { isDifferent, writePath } from "../../../../../lib/tokens/compare/difference.ts";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";

const compare = (first: JsonObject, second: JsonObject) =>
  compareMembers("claims", { values: first, repeated: [] }, { values: second, repeated: [] }).map(
    (member) => `${writePath(member.path)}: ${describeDifference(member.difference)}`,
  );

describe("compareMembers", () => {
  test.each<[what: string, first: JsonObject, second: JsonObject, rows: string[]]>([
    ["the order of the first token", { b: 1, a: 1 }, { a: 2, b: 1 }, ["b: same", "a: changed"]],
    ["claims of one token", { a: 1 }, { b: 1 }, ["a: only in the first", "b: only in the second"]],
    [
      "nested objects by path",
      { address: { country: "FR", in: { deep: 1 } } },
      { address: { country: "DE", in: {} } },
      ["address.country: changed", "address.in.deep: only in the first"],
    ],
    [
      "an object of one token as a whole",
      { address: { country: "FR", city: "Lyon" } },
      {},
      ["address: only in the first"],
    ],
    ["empty objects", { a: {} }, { a: {} }, ["a: same"]],
    ["an object and another type", { a: {} }, { a: null }, ["a: other type: object, then null"]],
    [
      "names of built-in properties",
      { constructor: 1 },
      { ["__proto__"]: 1, toString: 2 },
      [
        "constructor: only in the first",
        "__proto__: only in the second",
        "toString: only in the second",
      ],
    ],
    [
      "no meaning of a registered name within an object",
      { app: { exp: 1, "https://acme.example/a.b": 1 } },
      { app: { exp: 61, "https://acme.example/a.b": 1 } },
      ["app.exp: changed", 'app["https://acme.example/a.b"]: same'],
    ],
  ])("lists %s", (_what, first, second, rows) => {
    expect(compare(first, second)).toEqual(rows);
  });

  test.each<[first: string[], second: string[], repeatedIn: unknown, words: string]>([
    [[], [], undefined, "same"],
    [["sub"], [], "first", "same, but one token has the name more than once"],
    [[], ["sub"], "second", "same, but one token has the name more than once"],
    [["sub"], ["sub"], "both", "same"],
  ])("reports names repeated in %j and %j", (first, second, repeatedIn, words) => {
    const values = { sub: "ada" };
    const [member] = compareMembers(
      "claims",
      { values, repeated: first },
      { values, repeated: second },
    );
    expect(member?.repeatedIn).toBe(repeatedIn);
    expect(member && describeDifference(member.difference)).toBe(words);
    expect(member && isDifferent(member)).toBe(words !== "same");
  });
});
