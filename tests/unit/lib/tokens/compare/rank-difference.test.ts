import { describe, expect, test } from "vitest";
import {
  findLastExpiryChange,
  rankDifference,
  readExpiryState,
} from "../../../../../lib/tokens/compare/rank-difference.ts";
import type { Difference } from "../../../../../lib/tokens/compare/difference.ts";

const seconds = Date.UTC(2026, 10, 21, 12) / 1_000;
const now = seconds * 1_000;

describe("the times of a token", () => {
  test.each([
    [{}, "without expiry"],
    [{ exp: seconds }, "expired"],
    [{ exp: seconds + 1 }, "valid"],
    [{ nbf: seconds }, "without expiry"],
    [{ nbf: seconds + 1 }, "not yet valid"],
    [{ nbf: seconds - 1, exp: seconds + 1 }, "valid"],
    [{ nbf: seconds + 1, exp: seconds - 1 }, "expired"],
    [{ nbf: "soon", exp: "later" }, "without expiry"],
  ])("%j is %s", (claims, state) => {
    expect(readExpiryState(claims, now)).toBe(state);
  });

  test.each([
    [{}, 0],
    [{ exp: "later", nbf: null }, 0],
    [{ exp: seconds + 1, nbf: seconds + 2 }, 0],
    [{ exp: seconds }, now],
    [{ exp: seconds + 1, nbf: seconds - 5 }, now - 5_000],
    [{ exp: seconds - 9, nbf: seconds - 5 }, now - 5_000],
    [{ exp: seconds - 5, nbf: seconds - 9 }, now - 5_000],
  ])("%j last changed the state at %i", (claims, at) => {
    expect(findLastExpiryChange(claims, now)).toBe(at);
    // The promise of its description: the state at that time is the state now.
    expect(readExpiryState(claims, at)).toBe(readExpiryState(claims, now));
  });
});

describe("a difference in form", () => {
  const rank = (part: "header" | "claims", difference: Difference) =>
    rankDifference(
      { part, path: ["iss"], first: "a", second: "b", difference, repeatedIn: undefined },
      { hasOtherIssuer: false, expiry: { first: "valid", second: "valid" } },
    );
  const other = rank("claims", { kind: "value" });

  test.each(["other-form", "repetition", "repeated-name"] as const)(
    "matters less than another value: %s",
    (kind) => {
      const form = rank("claims", { kind });
      expect(form).toMatchObject({
        lead: "writes a value differently",
        reason: "The value is the same, but a strict parser can treat the two forms differently.",
        isExpected: false,
      });
      expect(form.place).toBeGreaterThan(other.place);
    },
  );

  test("matters by its part: a name of the claims is another in the header", () => {
    expect(rank("header", { kind: "value" }).lead).toBe("has another header");
    expect(other.lead).not.toBe("has another header");
  });
});
