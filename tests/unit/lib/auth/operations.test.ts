import { describe, expect, test } from "vitest";
import { ada, realm as connection, TenantPage } from "./tenant-page.ts";

const audience = "http://localhost:4400/api/v2/";
const grace = { username: "grace@example.com", password: "battery-staple-2" };
const recipient = { connection: "email", email: ada.username } as const;

describe("an application", () => {
  test(
    "logs in each way, renews, reads, changes, links and logs out with one library",
    { tags: ["service.library.operations"] },
    async () => {
      const page = new TenantPage();
      const scope =
        "openid profile email read:current_user update:current_user_metadata update:current_user_identities";
      const webAuth = page.create({ scope });
      const { client } = webAuth;
      const asAda = { idTokenPayload: { email: ada.username } };

      // Login by redirect, hash parsing, user info.
      await webAuth.authorize();
      const result = await webAuth.parseHash({ hash: new URL(await page.logIn()).hash });
      expect(result).toMatchObject(asAda);
      expect(await client.userInfo(result?.accessToken ?? "")).toMatchObject({
        email: ada.username,
      });
      expect(await client.getSSOData()).toMatchObject({ sso: true });

      // Silent renewal, for the Management API; reading the user, patching the metadata.
      const renewed = await webAuth.checkSession({ audience });
      const management = page.createManagement(renewed.accessToken ?? "");
      const userId = renewed.idTokenPayload?.sub ?? "";
      expect(await management.getUser(userId)).toMatchObject({ user_id: userId });
      const changed = await management.patchUserMetadata(userId, { color: "red" });
      expect(changed).toMatchObject({ user_metadata: { color: "red" } });

      // Logout.
      await webAuth.logout({ returnTo: "http://localhost:4401/" });
      const left = await page.open.send(page.visited.at(-1) ?? "");
      expect(left.headers.get("location")).toBe("http://localhost:4401/");
      expect(await client.getSSOData()).toEqual({ sso: false });

      // Login in a popup, with a password, with a code.
      expect(await webAuth.popup.authorize({ prompt: "login" })).toMatchObject(asAda);
      await webAuth.login({ ...ada, realm: connection });
      expect(await webAuth.parseHash({ hash: await page.followRedirect() })).toMatchObject(asAda);
      await webAuth.passwordlessStart({ ...recipient, send: "code" });
      const verificationCode = page.open.tenant.mailbox.list(ada.username).at(-1)?.code ?? "";
      await webAuth.passwordlessLogin({ ...recipient, verificationCode });
      expect(await webAuth.parseHash({ hash: await page.followRedirect() })).toMatchObject(asAda);

      // Linking the account of another login.
      await webAuth.authorize({ prompt: "login" });
      const { hash } = new URL(await page.logIn(undefined, grace));
      const second = await webAuth.parseHash({ hash });
      expect(await management.linkUser(userId, second?.idToken ?? "")).toHaveLength(2);

      // Signup, a request for another password.
      const newcomer = { email: "rosalind@example.com", password: "Double-helix-51", connection };
      expect(await webAuth.signup(newcomer)).toMatchObject({ email: newcomer.email });
      expect(await webAuth.changePassword(newcomer)).toMatch(/email to reset your password/);
    },
  );
});
