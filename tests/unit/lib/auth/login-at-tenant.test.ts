import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import type { AuthorizeOptions, WebAuthOptions } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { TenantPage } from "./tenant-page.ts";

// The effects of a login's options at the service.

/** Returns the URL that the tenant redirects a request to: its own page, or the application's. */
async function ask(
  page: TenantPage,
  options: AuthorizeOptions,
  given: Partial<WebAuthOptions> = {},
) {
  const webAuth = page.create(given);
  await webAuth.authorize(options);
  const response = await page.open.send(page.visited.at(-1) ?? "");
  return { webAuth, location: response.headers.get("location") ?? "", status: response.status };
}

/** Logs the first user in. */
async function logIn(
  page: TenantPage,
  options: AuthorizeOptions = {},
  given: Partial<WebAuthOptions> = {},
) {
  const webAuth = page.create(given);
  await webAuth.authorize(options);
  const { hash } = new URL(await page.logIn());
  return { webAuth, hash, result: await webAuth.parseHash({ hash }) };
}

describe("a login at the tenant", () => {
  test(
    "is for the API of the audience, with the requested scopes",
    {
      tags: [
        "library.authorize.audience",
        "library.authorize.scope",
        "library.result.access-token",
      ],
    },
    async () => {
      const audience = "https://reports.demo.example/";
      const scope = "openid read:reports";
      const { result } = await logIn(new TenantPage(), { audience, scope });
      const { aud, scope: granted } = decodeJwt(result?.accessToken ?? "");
      expect([aud].flat()).toContain(audience);
      expect(granted).toBe(scope);
      const plain = await logIn(new TenantPage());
      expect([decodeJwt(plain.result?.accessToken ?? "").aud].flat()).not.toContain(audience);
    },
  );

  test(
    "returns a refresh token only with offline_access",
    { tags: ["library.authorize.scope"] },
    async () => {
      const pkce = { pkce: true };
      const scope = "openid offline_access";
      expect((await logIn(new TenantPage(), { scope }, pkce)).result?.refreshToken).toMatch(
        /^\S+$/,
      );
      expect(
        (await logIn(new TenantPage(), { scope: "openid" }, pkce)).result?.refreshToken,
      ).toBeNull();
    },
  );

  test(
    "goes directly to the named connection, or else to the choice of all connections",
    { tags: ["library.authorize.connection"] },
    async () => {
      const page = new TenantPage();
      expect((await ask(page, { connection: "google-oauth2" })).location).toMatch(/^\/u\/social\?/);
      expect((await ask(page, {})).location).toMatch(/^\/u\/login\?/);
    },
  );

  test(
    "shows the login page for prompt=login despite a session, and no page for prompt=none",
    { tags: ["library.authorize.prompt"] },
    async () => {
      const page = new TenantPage();
      const refused = await ask(page, { prompt: "none" });
      const hash = new URL(refused.location).hash;
      expect(await catchAuthError(refused.webAuth.parseHash({ hash }))).toMatchObject({
        error: "login_required",
      });
      await logIn(page);
      const silent = await ask(page, { prompt: "none" });
      const result = await silent.webAuth.parseHash({ hash: new URL(silent.location).hash });
      expect(result).toMatchObject({ idTokenPayload: { email: "ada@example.com" } });
      expect((await ask(page, { prompt: "login" })).location).toMatch(/^\/u\/login\?/);
    },
  );

  test(
    "ends at an allowed redirectUri only",
    { tags: ["library.settings.callback-urls", "library.authorize.redirect-uri"] },
    async () => {
      const page = new TenantPage();
      const redirectUri = "http://localhost:4401/popup";
      await page.create().authorize({ redirectUri });
      expect(await page.logIn()).toMatch(/^http:\/\/localhost:4401\/popup#/);
      const refused = await ask(page, { redirectUri: "https://evil.example/" });
      expect(refused).toMatchObject({ status: 400, location: "" });
    },
  );

  test(
    "responds in the way of responseMode",
    { tags: ["library.init.response-mode"] },
    async () => {
      const answer = async (responseMode?: string) => {
        const page = new TenantPage();
        await page.create({ responseType: "code", responseMode }).authorize();
        return await page.logIn();
      };
      expect(new URL(await answer()).searchParams.has("code")).toBe(true);
      expect(new URL(await answer("query")).searchParams.has("code")).toBe(true);
      expect(new URL(await answer("fragment")).hash).toContain("code=");
      // The tenant responds to this response mode with a page, not with a redirect.
      expect(await answer("form_post")).toBe("");
    },
  );

  test(
    "returns the caller's own state and nonce",
    { tags: ["library.authorize.state", "library.authorize.nonce"] },
    async () => {
      const own = { state: "own-state", nonce: "own-nonce" };
      const { result } = await logIn(new TenantPage(), own);
      expect(result).toMatchObject({ state: own.state, idTokenPayload: { nonce: own.nonce } });
    },
  );

  test(
    "is for the application of the call",
    { tags: ["library.authorize.client-id"] },
    async () => {
      const page = new TenantPage();
      await page.open.control("PATCH", "clients/demo-hs256", { id_token_signing_alg: "RS256" });
      const { result } = await logIn(page, { clientID: "demo-hs256" });
      expect(result?.idTokenPayload?.aud).toBe("demo-hs256");
    },
  );

  test(
    "fails for an application with HS256, and succeeds once the remedy is followed",
    {
      tags: [
        "library.errors.hs256-invalid-token",
        "versioning.hs256",
        "authn.library.hs256-refused",
      ],
    },
    async () => {
      const page = new TenantPage();
      const given = { clientID: "demo-hs256" };
      const webAuth = page.create(given);
      await webAuth.authorize();
      const { hash } = new URL(await page.logIn());
      const error = await catchAuthError(webAuth.parseHash({ hash }));
      expect(error).toMatchObject({
        error: "invalid_token",
        reason: "alg",
        errorDescription: expect.stringContaining("HS256"),
        remedy: expect.stringContaining("RS256"),
      });
      await page.open.control("PATCH", "clients/demo-hs256", { id_token_signing_alg: "RS256" });
      const { result } = await logIn(page, { prompt: "login" }, given);
      expect(result).toMatchObject({ idTokenPayload: { email: "ada@example.com" } });
    },
  );

  test(
    "reports a token of the future if the tenant's clock is ahead by more than the leeway",
    { tags: ["library.errors.issued-in-future", "library.init.leeway"] },
    async () => {
      const logInAhead = async (skew: number, leeway?: number) => {
        const page = new TenantPage();
        await page.open.control("PUT", "clock", { skew });
        return await logIn(page, {}, { leeway });
      };
      expect(await catchAuthError(logInAhead(61))).toMatchObject({
        error: "invalid_token",
        errorDescription: expect.stringContaining("The token was issued in the future: iat is"),
      });
      expect((await logInAhead(60)).result).not.toBeNull();
      expect((await logInAhead(61, 61)).result).not.toBeNull();
      expect(await catchAuthError(logInAhead(1, 0))).toMatchObject({ error: "invalid_token" });
    },
  );

  test("sends parameters beyond the contract: organization, login_hint, ui_locales, screen_hint, max_age", async () => {
    const page = new TenantPage();
    const extra = {
      login_hint: "grace@example.com",
      ui_locales: "de fr",
      screen_hint: "signup",
      organization: "org_7",
      maxAge: 300,
      "ext-own": "x",
    };
    await page.create().authorize(extra);
    const { searchParams } = new URL(page.visited[0] ?? "");
    const { maxAge, ...same } = extra;
    expect(Object.fromEntries(searchParams)).toMatchObject({ ...same, max_age: `${maxAge}` });
  });
});
