import { describe, expect, test } from "vitest";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { logInToManage, manageAt } from "./manage-user.ts";

describe("linkUser", () => {
  test(
    "links another identity by its ID token",
    { tags: ["library.management.link-user"] },
    async () => {
      const { page, userId, management } = await logInToManage();
      // The other user logs in at the same tenant in another browser.
      page.open.forgetCookies();
      const webAuth = page.create();
      await webAuth.authorize();
      const grace = { username: "grace@example.com", password: "battery-staple-2" };
      const { hash } = new URL(await page.logIn(undefined, grace));
      const idToken = (await webAuth.parseHash({ hash }))?.idToken ?? "";
      const identities = await management.linkUser(userId, idToken);
      expect(identities).toHaveLength(2);
      expect(page.requests.at(-1)?.url).toBe(
        `http://localhost:4400/api/v2/users/${encodeURIComponent(userId)}/identities`,
      );
      expect(page.lastBody).toEqual({ link_with: idToken });
    },
  );

  test.each([undefined, null, "", 7, "two words"])("rejects the token %j at once", (token) => {
    const { linkUser } = manageAt().management;
    expect(() => callUntyped(linkUser, "u", token)).toThrow(
      /^secondaryUserToken parameter is not valid/,
    );
  });

  test("does not repeat the secondary token in an error", async () => {
    const secret = "secondary.token.value";
    const body = { error: "Bad Request", message: secret };
    const { management } = manageAt("/u/identities", body, 400);
    expect(showAll(await catchAuthError(management.linkUser("u", secret)))).not.toContain(secret);
  });
});
