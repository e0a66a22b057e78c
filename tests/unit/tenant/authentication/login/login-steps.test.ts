import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { authorizePath, fillIn, logIn, openTenant, readFragment } from "../../open-tenant.ts";

const silent = { prompt: "none" };
const mary = { username: "mary@example.com", password: "second-factor-3" };

describe("the second factor of a login", () => {
  test("follows the password and opens the session for silent renewal", async () => {
    const open = openTenant();
    const page = await logIn(open, {}, mary);
    expect(page.headers.get("location")).toMatch(/^\/u\/mfa\?/);
    const before = await open.send(authorizePath(silent));
    expect(readFragment(before)).toMatchObject({ error: "login_required" });
    const code = open.tenant.mailbox.list("mary@example.com")[0]?.code ?? "";
    expect((await fillIn(open, page, { code: "0" })).status).toBe(400);
    expect(readFragment(await fillIn(open, page, { code }))).toHaveProperty("id_token");
    expect(readFragment(await open.send(authorizePath(silent)))).toHaveProperty("id_token");
  });

  test("cannot be skipped with the URL of the next page, or in another browser", async () => {
    const open = openTenant();
    const page = await logIn(open, { prompt: "consent" }, mary);
    const consent = (page.headers.get("location") ?? "").replace("/u/mfa", "/u/consent");
    const login = await open.send(authorizePath());
    const early = (login.headers.get("location") ?? "").replace("/u/login", "/u/mfa");
    expect((await open.send(early)).status).toBe(400);
    const body = new URLSearchParams({ decision: "accept" });
    const skipped = await open.send(consent, { method: "POST", body });
    expect(skipped.headers.get("location")).toMatch(/^\/u\/mfa\?/);
    open.forgetCookies();
    expect((await open.send(page.headers.get("location") ?? "")).status).toBe(400);
  });
});

describe("consent", () => {
  test("is requested once for the scopes of a third-party application", async () => {
    const open = openTenant();
    const partner = { client_id: "demo-partner" };
    const page = await logIn(open, partner);
    expect(page.headers.get("location")).toMatch(/^\/u\/consent\?/);
    const text = await (await open.send(page.headers.get("location") ?? "")).text();
    expect(text).toContain("Partner&#39;s app");
    expect(text).toContain("<code>email</code>");
    const before = await open.send(authorizePath({ ...partner, ...silent }));
    expect(readFragment(before)).toMatchObject({ error: "consent_required" });
    expect(readFragment(await fillIn(open, page, { decision: "accept" }))).toHaveProperty(
      "id_token",
    );
    const after = await open.send(authorizePath({ ...partner, ...silent }));
    expect(readFragment(after)).toHaveProperty("id_token");
  });

  test("is required for an API that does not skip consent, and ends in access_denied when declined", async () => {
    const open = openTenant();
    await logIn(open);
    const ledger = { audience: "https://ledger.demo.example/", scope: "openid read:ledger" };
    const refused = await open.send(authorizePath({ ...ledger, ...silent }));
    expect(readFragment(refused)).toMatchObject({ error: "consent_required", state: "state-1" });
    const page = await open.send(authorizePath(ledger));
    const declined = await fillIn(open, page, { decision: "decline" });
    expect(readFragment(declined)).toMatchObject({ error: "access_denied" });
  });

  test("is required for a local callback if a request has more scopes than the login", async () => {
    for (const local of ["http://localhost:4401/callback", "http://127.0.0.1:4401/callback"]) {
      const open = openTenant();
      const less = { scope: "openid", redirect_uri: local };
      expect(readFragment(await logIn(open, less))).toHaveProperty("id_token");
      const more = { scope: "openid profile email", redirect_uri: local };
      const same = await open.send(authorizePath({ ...less, ...silent }));
      expect(readFragment(same)).toHaveProperty("id_token");
      const refused = await open.send(authorizePath({ ...more, ...silent }));
      expect(readFragment(refused)).toMatchObject({ error: "consent_required" });
      const page = await open.send(authorizePath(more));
      expect(page.headers.get("location")).toMatch(/^\/u\/consent\?/);
      expect(readFragment(await fillIn(open, page, { decision: "accept" }))).toHaveProperty(
        "id_token",
      );
      const after = await open.send(authorizePath({ ...more, ...silent }));
      expect(readFragment(after)).toHaveProperty("id_token");
    }
  });

  test("is skipped for a first-party application if the callback is not local", async () => {
    const open = openTenant();
    const redirect_uri = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";
    await logIn(open, { scope: "openid", redirect_uri });
    const more = await open.send(authorizePath({ redirect_uri, ...silent }));
    expect(readFragment(more)).toHaveProperty("id_token");
  });

  test("is requested again for prompt=consent", async () => {
    const open = openTenant();
    await logIn(open);
    const page = await open.send(authorizePath({ prompt: "consent" }));
    expect(page.headers.get("location")).toMatch(/^\/u\/consent\?/);
  });
});

describe("the choice of an account", () => {
  test("continues with the user of the session, or with the login page", async () => {
    const open = openTenant();
    const fresh = await open.send(authorizePath({ prompt: "select_account" }));
    expect(fresh.headers.get("location")).toMatch(/^\/u\/login\?/);
    await logIn(open);
    const choose = async () => await open.send(authorizePath({ prompt: "select_account" }));
    const page = await choose();
    expect(await (await open.send(page.headers.get("location") ?? "")).text()).toContain(
      "Ada Lovelace, ada@example.com",
    );
    const current = await fillIn(open, page, { account: "current" });
    expect(readFragment(current)).toHaveProperty("id_token");
    const other = await fillIn(open, await choose(), { account: "other" });
    expect(other.headers.get("location")).toMatch(/^\/u\/login\?/);
  });
});

describe("signing up on the hosted page", () => {
  test("creates the user and logs the user in at once", async () => {
    const open = openTenant();
    const page = await open.send(authorizePath({ screen_hint: "signup" }));
    expect(page.headers.get("location")).toMatch(/^\/u\/signup\?/);
    const form = { email: "new@example.com", password: "weak" };
    expect(await (await fillIn(open, page, form)).text()).toContain("At least 8 characters");
    expect((await fillIn(open, page, { email: "new" })).status).toBe(400);
    const done = await fillIn(open, page, { ...form, password: "Quiet-lamp-42" });
    expect(decodeJwt(readFragment(done)["id_token"] ?? "")["email"]).toBe("new@example.com");
  });
});

describe("a social connection with development keys", () => {
  test(
    "logs the user in, and returns login_required for every silent renewal",
    { tags: ["library.errors.development-keys"] },
    async () => {
      const open = openTenant();
      const connection = { connection: "google-oauth2" };
      const page = await open.send(authorizePath(connection));
      expect(page.headers.get("location")).toMatch(/^\/u\/social\?/);
      const done = await fillIn(open, page, { decision: "accept", email: "social@example.com" });
      expect(decodeJwt(readFragment(done)["id_token"] ?? "").sub).toMatch(/^google-oauth2\|/);
      for (const changes of [silent, { ...silent, ...connection }]) {
        const response = await open.send(authorizePath(changes));
        expect(readFragment(response)).toMatchObject({ error: "login_required" });
      }
    },
  );

  test("is offered on the login page, can be cancelled, and its session ends with a federated logout", async () => {
    const open = openTenant();
    const start = await open.send(authorizePath());
    const login = await (await open.send(start.headers.get("location") ?? "")).text();
    const [, link = ""] = /href="(\/u\/social\?[^"]+)"/.exec(login) ?? [];
    const address = link.replaceAll("&amp;", "&");
    const post = async (form: Record<string, string>): Promise<Response> =>
      await open.send(address, { method: "POST", body: new URLSearchParams(form) });
    expect((await post({ decision: "accept", email: "social" })).status).toBe(400);
    await post({ decision: "accept", email: "social@example.com" });
    const again = await open.send(authorizePath({ connection: "google-oauth2" }));
    const place = again.headers.get("location") ?? "";
    expect(await (await open.send(place)).text()).toContain('value="social@example.com"');
    await open.send("/v2/logout?federated");
    expect(await (await open.send(place)).text()).not.toContain("social@example.com");
    const cancelled = await fillIn(open, again, { decision: "decline" });
    expect(readFragment(cancelled)).toMatchObject({ error: "access_denied" });
  });
});

describe("an organization", () => {
  test("is named in the tokens of its members, and rejects other users", async () => {
    const open = openTenant();
    const acme = { organization: "org_DemoAcme00000001" };
    const member = readFragment(await logIn(open, acme))["id_token"] ?? "";
    expect(decodeJwt(member)).toMatchObject({ org_id: "org_DemoAcme00000001", org_name: "acme" });
    const grace = { username: "grace@example.com", password: "battery-staple-2" };
    const refused = await logIn(open, { ...acme, prompt: "login" }, grace);
    expect(readFragment(refused)).toMatchObject({ error: "access_denied" });
    const unknown = await open.send(authorizePath({ organization: "nowhere" }));
    expect(readFragment(unknown)).toMatchObject({ error: "invalid_request" });
  });
});

describe("the tenant's rule", () => {
  test(
    "also runs at silent renewal, and can deny a user",
    { tags: ["library.check-session.rules"] },
    async () => {
      const open = openTenant();
      const first = readFragment(await logIn(open))["id_token"] ?? "";
      expect(decodeJwt(first)["https://tenant.example/login_count"]).toBe(1);
      const renewed = readFragment(await open.send(authorizePath(silent)))["id_token"] ?? "";
      expect(decodeJwt(renewed)["https://tenant.example/login_count"]).toBe(2);
      const id = encodeURIComponent("auth0|65f1c0ada000000000000001");
      const token = await open.getToken();
      await open.call(token, "PATCH", `/api/v2/users/${id}`, {
        app_metadata: { login_denied: true },
      });
      const refused = await open.send(authorizePath(silent));
      expect(readFragment(refused)).toMatchObject({ error: "access_denied" });
    },
  );

  test("does not run for a blocked user, whose session is invalid", async () => {
    const open = openTenant();
    await logIn(open);
    const id = encodeURIComponent("auth0|65f1c0ada000000000000001");
    await open.control("PATCH", `users/${id}`, { blocked: true });
    const response = await open.send(authorizePath(silent));
    expect(readFragment(response)).toMatchObject({ error: "access_denied" });
  });
});
