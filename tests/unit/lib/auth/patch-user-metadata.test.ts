import { describe, expect, test } from "vitest";
import { callUntyped } from "./caught-error.ts";
import { logInToManage, manageAt } from "./manage-user.ts";

describe("patchUserMetadata", () => {
  test(
    "overwrites and adds members of the metadata",
    { tags: ["library.management.patch-user-metadata"] },
    async () => {
      const { page, userId, management } = await logInToManage();
      await management.patchUserMetadata(userId, { color: "red", camelCase: 1 });
      const user = await management.patchUserMetadata(userId, { color: "blue" });
      expect(user["user_metadata"]).toEqual({ color: "blue", camelCase: 1 });
      expect(page.requests.at(-1)?.request.method).toBe("PATCH");
      expect(page.lastBody).toEqual({ user_metadata: { color: "blue" } });
    },
  );

  test.each([undefined, null, "x", []])("rejects the metadata %j at once", (metadata) => {
    const { patchUserMetadata } = manageAt().management;
    expect(() => callUntyped(patchUserMetadata, "u", metadata)).toThrow(
      /^userMetadata parameter is not valid/,
    );
    expect(() => callUntyped(patchUserMetadata, "", {})).toThrow(/^userId parameter/);
    expect(() => callUntyped(patchUserMetadata, "u", {}, "cb")).toThrow(/^cb parameter/);
  });
});
