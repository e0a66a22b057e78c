import { describe, expect, test } from "vitest";
import { compareValues } from "../../../../../lib/tokens/compare/compare-values.ts";
import { describeDifference } from "../../../../../lib/tokens/compare/describe-difference.ts";
import type { JsonValue } from "../../../../../lib/encoding/json.ts";

const second = 1_700_000_000;

describe("compareValues, in the words of the table", () => {
  test.each<[name: string, first: JsonValue, second: JsonValue, words: string]>([
    ["sub", "ada", "ada", "same"],
    ["sub", "ada", "bob", "changed"],
    ["email_verified", true, false, "changed"],
    ["x", { b: 1, a: [{ d: 1, c: 2 }] }, { a: [{ c: 2, d: 1 }], b: 1 }, "same"],
    ["sub", "1", 1, "other type: string, then number"],
    ["x", null, [], "other type: null, then array"],
    ["x", "a", ["a"], "other type: string, then array"],
    ["exp", second, second + 2 * 3600 + 63, "2 h 1 min 3 s later"],
    ["nbf", second, second - 86_400, "1 day earlier"],
    ["iat", second, second + 0.25, "250 ms later"],
    ["exp", second, second * 1000, "changed"],
    ["exp", second, String(second), "other type: number, then string"],
    ["lifetime", second, second + 60, "changed"],
    ["aud", ["a", "b"], ["b", "a"], "same, other order"],
    ["aud", "a", ["a"], "same, once as text and once as an array"],
    ["aud", "a", ["a", "b"], 'added: "b"'],
    ["aud", "a", "b", "changed"],
    ["aud", ["a", "a", "b"], ["b", "a"], "same values, but repeated in one token"],
    ["scope", "openid email", "email  openid", "same, other order"],
    ["scope", "openid email", "openid profile", 'added: "profile"; removed: "email"'],
    ["scp", ["read"], "read write", 'added: "write"'],
    ["note", "read write", "write read", "changed"],
    ["permissions", [1, 2, 3, 4, 5, 6, 7], [], "removed: 1, 2, 3, 4, 5 and 2 more"],
    ["details", [{ a: 1, b: 2 }], [{ b: 2, a: 1 }, { c: 3 }], 'added: {"c":3}'],
  ])("%s: %j and %j", (name, first, other, words) => {
    expect(describeDifference(compareValues(first, other, name))).toBe(words);
  });

  test("a name has a meaning only at the top level", () => {
    expect(compareValues(1, 2, undefined)).toEqual({ kind: "value" });
    expect(compareValues("a b", "b a", undefined)).toEqual({ kind: "value" });
  });
});
