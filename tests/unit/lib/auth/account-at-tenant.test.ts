import { describe, expect, test } from "vitest";
import { Management } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { ada, TenantPage } from "./tenant-page.ts";

const grace = { username: "grace@example.com", password: "battery-staple-2" };
const scope =
  "openid read:current_user update:current_user_metadata update:current_user_identities";

/** A user of the page's tenant with a login, in a browser without cookies. */
async function logIn(page: TenantPage, user: object, audience?: string) {
  page.open.forgetCookies();
  const webAuth = page.create({ audience, scope });
  await webAuth.authorize();
  const { hash } = new URL(await page.logIn(undefined, user));
  const result = await webAuth.parseHash({ hash });
  return {
    userId: result?.idTokenPayload?.sub ?? "",
    idToken: result?.idToken ?? "",
    accessToken: result?.accessToken ?? "",
  };
}

describe("client.userInfo at the tenant", () => {
  test(
    "returns the user's claims that the API lists",
    {
      tags: [
        "library.user-info.sub",
        "library.user-info.nickname",
        "library.user-info.name",
        "library.user-info.picture",
        "library.user-info.updated-at",
        "library.user-info.email",
        "library.user-info.email-verified",
      ],
    },
    async () => {
      const page = new TenantPage();
      const webAuth = page.create();
      await webAuth.authorize();
      const result = await webAuth.parseHash({ hash: new URL(await page.logIn()).hash });
      const info = await webAuth.client.userInfo(result?.accessToken ?? "");
      expect(info).toMatchObject({
        sub: result?.idTokenPayload?.sub,
        nickname: "ada",
        name: "Ada Lovelace",
        email: ada.username,
      });
      expect(info.sub).toMatch(/^auth0\|\w+$/);
      expect(URL.canParse(info.picture ?? "")).toBe(true);
      const changedAt = String(info.updated_at);
      expect(new Date(changedAt).toISOString()).toBe(changedAt);
      expect(String(info.email_verified)).toMatch(/^(?:true|false)$/);
    },
  );
});

describe("signup at the tenant", () => {
  const newcomer = { email: "rosalind@example.com", password: "Double-helix-51" };

  test(
    "requires a username only if the connection does",
    { tags: ["library.signup.username"] },
    async () => {
      const page = new TenantPage();
      const { signup } = page.create();
      const named = { ...newcomer, connection: "Demo-Usernames" };
      expect(await catchAuthError(signup(named))).toMatchObject({ statusCode: 400 });
      expect(await signup({ ...named, username: "rosalind" })).toMatchObject({
        username: "rosalind",
      });
      const plain = { ...newcomer, connection: "Username-Password-Authentication" };
      expect(await signup(plain)).toMatchObject({ email: newcomer.email });
    },
  );

  test(
    "stores metadata with a user that can log in at once",
    { tags: ["library.signup.user-metadata", "library.signup.email", "library.signup.password"] },
    async () => {
      const page = new TenantPage();
      const connection = "Username-Password-Authentication";
      const user_metadata = { favoriteColor: "red" };
      await page.create().signup({ ...newcomer, connection, user_metadata });
      const user = { username: newcomer.email, password: newcomer.password };
      const { userId, accessToken } = await logIn(page, user, "http://localhost:4400/api/v2/");
      const { getUser } = page.createManagement(accessToken);
      expect(await getUser(userId)).toMatchObject({ email: newcomer.email, user_metadata });
    },
  );
});

describe("changePassword at the tenant", () => {
  test(
    "sends the user an email whose link sets another password",
    {
      tags: [
        "library.change-password.mail",
        "library.change-password.email",
        "library.change-password.connection",
      ],
    },
    async () => {
      const page = new TenantPage();
      const { changePassword, login } = page.create();
      const connection = "Username-Password-Authentication";
      await changePassword({ connection, email: ada.username });
      const [mail] = page.open.tenant.mailbox.list(ada.username);
      const password = "Analytical-engine-37";
      const form = new URLSearchParams({ password });
      const changed = await page.open.send(mail?.link ?? "", { method: "POST", body: form });
      expect(changed.ok).toBe(true);
      const credentials = { username: ada.username, realm: connection };
      expect(await catchAuthError(login({ ...credentials, password: ada.password }))).toMatchObject(
        {
          error: "access_denied",
        },
      );
      await login({ ...credentials, password });
      expect(page.visited).toHaveLength(1);
    },
  );
});

describe("calls of Management at the tenant", () => {
  const audience = "http://localhost:4400/api/v2/";

  test(
    "require an access token for the tenant's own audience",
    { tags: ["library.management.construct"] },
    async () => {
      const page = new TenantPage();
      const { userId, accessToken: other } = await logIn(
        page,
        ada,
        "https://reports.demo.example/",
      );
      expect(await catchAuthError(page.createManagement(other).getUser(userId))).toMatchObject({
        statusCode: 401,
      });
      const { accessToken } = await logIn(page, ada, audience);
      expect(await page.createManagement(accessToken).getUser(userId)).toMatchObject({
        user_id: userId,
      });
    },
  );

  test(
    "use the given domain, for any domain of the login",
    { tags: ["library.management.own-domain"] },
    async () => {
      const page = new TenantPage();
      const { userId, accessToken: token } = await logIn(page, ada, audience);
      const asked: string[] = [];
      const fetch = async (...[url, request]: Parameters<typeof page.fetch>) => {
        asked.push(url);
        return await page.fetch(url, request);
      };
      const domain = "http://localhost:4400";
      await new Management({ domain, token, ports: { fetch } }).getUser(userId);
      const custom = new Management({
        domain: "login.custom.example",
        token,
        ports: {
          fetch: (url) => {
            asked.push(url);
            return Response.json({ statusCode: 404, error: "Not Found" }, { status: 404 });
          },
        },
      });
      await catchAuthError(custom.getUser(userId));
      expect(asked.map((url) => new URL(url).origin)).toEqual([
        domain,
        "https://login.custom.example",
      ]);
    },
  );

  test(
    "overwrite and add metadata, and keep the rest",
    { tags: ["library.management.patch-user-metadata"] },
    async () => {
      const page = new TenantPage();
      const { userId, accessToken } = await logIn(page, ada, audience);
      const { patchUserMetadata, getUser } = page.createManagement(accessToken);
      await patchUserMetadata(userId, { color: "red", size: 7 });
      await patchUserMetadata(userId, { color: "blue", shape: "round" });
      expect(await getUser(userId)).toMatchObject({
        user_metadata: { color: "blue", size: 7, shape: "round" },
      });
    },
  );

  test(
    "link accounts: the secondary account no longer exists alone, and its metadata is lost",
    {
      tags: [
        "library.management.link-user",
        "library.management.linked-entry-gone",
        "library.management.metadata-not-merged",
      ],
    },
    async () => {
      const page = new TenantPage();
      const second = await logIn(page, grace, audience);
      const secondary = page.createManagement(second.accessToken);
      await secondary.patchUserMetadata(second.userId, { color: "green", only: "hers" });
      const first = await logIn(page, ada, audience);
      const primary = page.createManagement(first.accessToken);
      await primary.patchUserMetadata(first.userId, { color: "red" });

      expect(await primary.linkUser(first.userId, second.idToken)).toHaveLength(2);
      const profile = await primary.getUser(first.userId);
      expect(profile["user_metadata"]).toEqual({ color: "red" });
      expect(await catchAuthError(secondary.getUser(second.userId))).toMatchObject({
        statusCode: expect.toSatisfy((status) => status === 401 || status === 404),
      });
      // A login with the secondary account is now a login of the primary user.
      const again = await logIn(page, grace, audience);
      expect(again.userId).toBe(first.userId);

      // Unlinking restores the account without its metadata.
      const admin = await page.open.getToken("update:users");
      const path = `/api/v2/users/${first.userId}/identities/auth0/${second.userId.split("|")[1]}`;
      expect((await page.open.call(admin, "DELETE", path)).status).toBe(200);
      const alone = await logIn(page, grace, audience);
      expect(alone.userId).toBe(second.userId);
      const restored = await page.createManagement(alone.accessToken).getUser(alone.userId);
      expect(restored["user_metadata"] ?? {}).toEqual({});
    },
  );
});
