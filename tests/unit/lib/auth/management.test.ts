import { describe, expect, test } from "vitest";
import { Management } from "../../../../lib/auth/index.ts";
import { constructUntyped } from "./caught-error.ts";
import { options } from "./manage-user.ts";

describe("the constructor of Management", () => {
  test(
    "requires the tenant's domain and a token",
    { tags: ["library.management.construct"] },
    () => {
      expect(new Management(options)).toBeInstanceOf(Management);
      for (const [change, message] of [
        [{ domain: undefined }, /^domain option is required/],
        [{ domain: "http://tenant.example" }, /^domain option is not valid/],
        [{ token: undefined }, /^token option is required/],
        [{ token: 7 }, /^token option is not valid/],
        [{ token: "two words" }, /^token parameter is not valid/],
        [{ clientSecret: "s" }, /^clientSecret option is not valid/],
      ] as const) {
        expect(() => constructUntyped(Management, { ...options, ...change })).toThrow(message);
      }
      expect(() => constructUntyped(Management)).toThrow(/^options parameter is not valid/);
    },
  );
});
