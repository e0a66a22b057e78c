import { describe, expect, test } from "vitest";
import type { AuthError, LogoutOptions } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { FakeClock, FakeWindow } from "./fake-ports.ts";
import { createWebAuth } from "./compared.ts";
import { origin as tenantOrigin, readPost } from "../../tenant/open-tenant.ts";
import { TenantPage } from "./tenant-page.ts";

// The tenant's session: renewal in a hidden frame, getSSOData and logout.

describe("checkSession at the tenant", () => {
  test(
    "rejects with login_required without a session, and always after a login with development keys",
    { tags: ["library.errors.development-keys"] },
    async () => {
      const page = new TenantPage();
      const webAuth = page.create();
      const needsLogin = { error: "login_required" };
      expect(await catchAuthError(webAuth.checkSession())).toMatchObject(needsLogin);
      await webAuth.authorize({ connection: "google-oauth2" });
      const social = await page.open.send(page.visited[0] ?? "");
      const done = await page.open.send(social.headers.get("location") ?? "", {
        method: "POST",
        body: new URLSearchParams({ decision: "accept", email: "social@example.com" }),
      });
      const { hash } = new URL(done.headers.get("location") ?? "");
      const result = await webAuth.parseHash({ hash });
      expect(result?.idTokenPayload?.sub).toMatch(/^google-oauth2\|/);
      for (const _ of [1, 2]) {
        expect(await catchAuthError(webAuth.checkSession())).toMatchObject(needsLogin);
      }
      // The same call succeeds for a connection with its own keys.
      await webAuth.authorize({ prompt: "login" });
      await page.logIn();
      expect((await webAuth.checkSession()).idTokenPayload?.sub).toMatch(/^auth0\|/);
    },
  );

  test(
    "runs the tenant's rules again without navigating the page",
    { tags: ["library.check-session.rules", "library.check-session.iframe"] },
    async () => {
      const page = new TenantPage();
      const webAuth = page.create();
      await webAuth.authorize();
      await page.logIn();
      const countRuns = async () => JSON.stringify(await page.open.control("GET", "rules"));
      const before = await countRuns();
      const { idTokenPayload } = await webAuth.checkSession();
      const count = idTokenPayload?.["https://tenant.example/login_count"];
      expect(count).toBe(2);
      expect(before).toContain('"runs":1');
      expect(await countRuns()).toContain('"runs":2');
      expect(page.visited).toHaveLength(1);
      expect(page.hasNoListeners).toBe(true);
    },
  );

  test(
    "times out with a remedy if the origin is not an allowed web origin",
    { tags: ["library.settings.web-origins"] },
    async () => {
      const page = new TenantPage();
      await page.create().authorize();
      await page.logIn();
      /** Checks the session in a page of an origin. Returns the frame's HTML and the error. */
      const checkSessionFrom = async (origin: string) => {
        const clock = new FakeClock();
        let shown = Promise.resolve("");
        const open = (url: string) => {
          shown = page.open.send(url).then((response) => response.text());
          return { window: {}, remove: () => undefined };
        };
        const location = { origin: () => origin, hash: () => "" };
        const ports = page.ports({ location, clock, frames: { open } });
        const webAuth = page.create({ redirectUri: `${origin}/callback`, ports });
        const outcome = catchAuthError(webAuth.checkSession());
        const text = await shown;
        clock.advance(60_000);
        return { text, error: await outcome };
      };
      const { text, error } = await checkSessionFrom("https://app.example");
      expect(text).not.toContain("access_token");
      expect(error).toMatchObject({
        error: "timeout",
        remedy: expect.stringContaining("the allowed web origins"),
      });
      expect((await checkSessionFrom("http://localhost:4401")).text).toContain("access_token");
      expect(page.hasNoListeners).toBe(true);
    },
  );

  test(
    "is not rate-limited when called every 15 minutes, and is when called every 5 minutes",
    { tags: ["limits.check-session-interval"] },
    async () => {
      const minute = 60_000;
      /** Logs in, uses up the burst of two renewals, and counts the successes of 20 later ones. */
      const poll = async (interval: number): Promise<number> => {
        const page = new TenantPage({ silentRenewals: 2 });
        const clock = new FakeClock();
        let shown = Promise.resolve();
        const open = (url: string) => {
          const source = {};
          shown = page.open.send(url).then(async (response) => {
            const post = readPost(await response.text());
            // The 429 page posts no message: advance the clock to the timeout of the call.
            if (post === undefined) clock.advance(1000);
            else page.post({ origin: tenantOrigin, source, data: post.message });
          });
          return { window: source, remove: () => undefined };
        };
        const time = { now: () => page.open.clock.time, after: clock.after };
        const webAuth = page.create({ ports: page.ports({ clock: time, frames: { open } }) });
        await webAuth.authorize();
        await page.logIn();
        const renew = async (): Promise<string> => {
          const outcome = webAuth.checkSession({ timeout: 1000 }).then(
            () => "tokens",
            ({ error }: AuthError) => error,
          );
          await shown;
          return outcome;
        };
        expect([await renew(), await renew(), await renew()]).toEqual([
          "tokens",
          "tokens",
          "timeout",
        ]);
        const outcomes: string[] = [];
        for (let count = 0; count < 20; count += 1) {
          page.open.clock.time += interval;
          outcomes.push(await renew());
        }
        return outcomes.filter((outcome) => outcome === "tokens").length;
      };
      expect(await poll(15 * minute)).toBe(20);
      expect(await poll(5 * minute)).toBeLessThan(8);
    },
  );

  test(
    "sends no request on its own, so the caller controls the interval",
    { tags: ["limits.check-session-interval"] },
    async () => {
      const page = new FakeWindow();
      const clock = new FakeClock();
      const webAuth = createWebAuth({ frames: page, messages: page, clock });
      const outcome = webAuth.checkSession();
      const state = page.frames[0]?.url.searchParams.get("state");
      const response = { access_token: "a", expires_in: "60", state };
      page.post({
        origin: "https://tenant.example",
        source: page.frames[0]?.window,
        data: { type: "authorization_response", response },
      });
      expect((await outcome).expiresIn).toBe("60");
      expect(clock.pending).toBe(0);
      clock.advance(24 * 60 * 60 * 1000);
      await new Promise((resolve) => setImmediate(resolve));
      expect(page.frames).toHaveLength(1);
      expect(page.isClean).toBe(true);
    },
  );
});

describe("getSSOData at the tenant", () => {
  test(
    "rejects with consent_required for a third-party application without consent to openid profile email",
    { tags: ["library.errors.sso-data-consent"] },
    async () => {
      const page = new TenantPage();
      const options = { clientID: "demo-partner" };
      await page.create().authorize();
      await page.logIn();
      const error = await catchAuthError(page.create(options).client.getSSOData());
      expect(error).toMatchObject({
        error: "consent_required",
        errorDescription: "Consent required",
      });
      expect(await page.create().client.getSSOData()).toMatchObject({ sso: true });
    },
  );

  test(
    "rejects with consent_required on localhost until the user consents to openid profile email",
    { tags: ["library.errors.sso-data-consent"] },
    async () => {
      const page = new TenantPage();
      const { authorize, client } = page.create();
      expect(await client.getSSOData()).toEqual({ sso: false });
      await authorize({ scope: "openid email" });
      await page.logIn();
      expect(await catchAuthError(client.getSSOData())).toMatchObject({
        error: "consent_required",
        errorDescription: "Consent required",
      });
      await authorize();
      const response = await page.open.send(page.visited.at(-1) ?? "");
      const consent = response.headers.get("location") ?? "";
      expect(consent).toMatch(/^\/u\/consent/);
      const body = new URLSearchParams({ decision: "accept" });
      await page.open.send(consent, { method: "POST", body });
      expect(await client.getSSOData()).toMatchObject({ sso: true });
    },
  );
});

describe("logout at the tenant", () => {
  /** Logs in and out. Returns the redirect and status of the logout, and the next check's error. */
  async function logOut(options: LogoutOptions) {
    const page = new TenantPage();
    const webAuth = page.create();
    await webAuth.authorize();
    await page.logIn();
    await webAuth.checkSession();
    await webAuth.logout(options);
    const response = await page.open.send(page.visited.at(-1) ?? "");
    const error = await catchAuthError(webAuth.checkSession());
    return { to: response.headers.get("location"), status: response.status, error };
  }
  const home = "http://localhost:4401/";
  // This URL is in the application's list, not in the account's.
  const extensionRedirect = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";

  test(
    "ends the session, redirects to a URL in the application's list, and rejects any other URL",
    {
      tags: [
        "library.logout.return-to",
        "library.logout.application-list",
        "library.settings.logout-urls",
      ],
    },
    async () => {
      for (const options of [
        { returnTo: extensionRedirect },
        { clientID: "demo-spa", returnTo: extensionRedirect },
      ]) {
        const { to, error } = await logOut(options);
        expect(to).toBe(extensionRedirect);
        expect(error.error).toBe("login_required");
      }
      expect(await logOut({ returnTo: "https://evil.example/" })).toMatchObject({
        to: null,
        status: 400,
      });
    },
  );

  test(
    "uses the account's list of logout URLs if no client ID is sent",
    { tags: ["library.logout.account-list", "library.logout.client-id"] },
    async () => {
      const clientID = undefined;
      expect(await logOut({ clientID, returnTo: home })).toMatchObject({ to: home });
      expect(await logOut({ clientID, returnTo: extensionRedirect })).toMatchObject({
        to: null,
        status: 400,
      });
    },
  );
});
