import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Values } from "../../../lib/runs/operation.ts";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import type { Listener } from "../../../tenant/server/listen.ts";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { startGuestPages } from "../pages/guest-pages.ts";
import { PageRunner, type InspectedTab } from "../pages/page-runner.ts";
import type { PanelDocument } from "../pages/bundle-harness.ts";
import { readAccessToken } from "../pages/page-runs.ts";
import { expectLogin } from "./expect-login.ts";

/** A browser whose DevTools show the panel, and which inspects one tab. */
interface GuestBrowser {
  tab: InspectedTab;
  panel: PanelDocument;
  close(): Promise<void>;
}

export interface GuestHost {
  /** Opens the browser, which accepts any certificate and blocks popups as it does for users. */
  open(url: string): Promise<GuestBrowser>;
  /** The place that the panel reads from a page whose policy has a sandbox. */
  sandboxed: Readonly<Record<string, string>>;
}

const connection = "Username-Password-Authentication";
const email = "guest@example.com";
const wrongPassword = { username: demo.user.email, password: "wrong", realm: connection };

/** Operations that stay in the page, each with what the tenant answers to them. */
const stayingOperations: readonly [id: string, values: Values, outcome: object][] = [
  ["get-sso-data", {}, { kind: "succeeded", result: { sso: false } }],
  ["signup", { email, password: "a-passphrase-for-tests-1", connection }, { kind: "succeeded" }],
  ["change-password", { email: demo.user.email, connection }, { kind: "succeeded" }],
  ["passwordless-start", { email, send: "code" }, { kind: "succeeded" }],
  ["login", wrongPassword, { kind: "refused", error: { error: "access_denied" } }],
  ["cross-origin-verification", {}, { kind: "succeeded" }],
];

/** Operations whose request the strictest policy stops. */
const requestingOperations: readonly [id: string, values: Values][] = [
  ["user-info", { accessToken: "not-a-token" }],
  ["login", wrongPassword],
  ["passwordless-start", { email, send: "code" }],
  ["get-user", { accessToken: "not-a-token", userId: "auth0|1" }],
];

/** Runs in pages that do not expect the library, the same in every browser. */
export function testGuestPages(host: GuestHost): void {
  const trusted = getCACertificates("default");
  let tenant: RunningTenant;
  let pages: Listener;
  let browser: GuestBrowser;
  let runner: PageRunner;

  beforeAll(async () => {
    // The package speaks https only.
    tenant = await startTenant({ port: 0, demoPort: 0, isHttps: true });
    setDefaultCACertificates([...trusted, tenant.certificate ?? ""]);
    pages = await startGuestPages(new URL(tenant.origin).host);
    const pageOrigin = `https://localhost:${pages.port}`;
    await new TenantControl(tenant.origin).changeClient(demo.clientId, {
      callbacks: [`${pageOrigin}/callback`, `${pageOrigin}/popup`],
      web_origins: [pageOrigin],
      allowed_logout_urls: [`${pageOrigin}/`],
    });
    browser = await host.open(`${pageOrigin}/`);
    const { origin } = tenant;
    runner = await PageRunner.open(browser.tab, browser.panel, { origin, pageOrigin });
  });
  beforeEach(() => runner.endSession());
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await tenant?.stop();
    setDefaultCACertificates(trusted);
  });

  const trace = () => runner.readTraces();

  /** Returns the results of the package's own renewals in the page. */
  const readRenewals = async () =>
    z
      .array(z.string())
      .parse(JSON.parse(String(await runner.runs.evaluate("JSON.stringify(renewals)"))));

  test("flows run beside auth0-js, which renews at the same time, and leave the page as it was", async () => {
    await runner.show("/");
    const before = await trace();
    expectLogin(await runner.logInWithPopup());
    expect(await trace()).toEqual(before);

    await runner.runs.evaluate("renew()");
    const renewal = await runner.run("check-session");
    expectLogin(renewal);
    await expect.poll(readRenewals).toEqual(["Bearer"]);
    const after = await trace();
    // The package's own frame and cookies are not the run's.
    expect(after.globals).toEqual(before.globals);
    expect(after.listeners).toEqual(before.listeners);

    const accessToken = readAccessToken(renewal);
    expect((await runner.run("user-info", { accessToken })).outcome).toMatchObject({
      kind: "succeeded",
      result: { email: demo.user.email },
    });
    expect(await trace()).toEqual(after);
  });

  test("a redirect login returns to a page with auth0-js, whose own renewal still works", async () => {
    await runner.show("/");
    expectLogin(await runner.logInWithRedirect());
    await runner.runs.evaluate("renew()");
    await expect.poll(readRenewals).toEqual(["Bearer"]);
  });

  test.each(stayingOperations)(
    "%s runs beside auth0-js, and leaves the page as it was",
    async (id, values, outcome) => {
      await runner.show("/");
      const before = await trace();
      expect((await runner.run(id, values)).outcome).toMatchObject(outcome);
      expect(await trace()).toEqual(before);
    },
  );

  test("a password login leaves a page with auth0-js and returns to it, and so does a logout", async () => {
    await runner.show("/");
    const values = { ...wrongPassword, password: demo.user.password };
    expectLogin(await runner.runs.navigate(() => runner.run("login", values)));
    const returnTo = `${runner.setting.pageOrigin}/`;
    const left = await runner.runs.navigate(() => runner.run("logout", { returnTo }));
    expect(left.steps.at(-1)).toMatchObject({ kind: "arrival", url: returnTo });
  });

  test("a popup login in a page with the strictest policy says that the policy stops the tokens", async () => {
    await runner.show("/strict");
    const before = await trace();
    // The popup returns a code, and the policy stops its exchange.
    const { outcome } = await runner.logInWithPopup();
    expect(outcome).toMatchObject({
      kind: "refused",
      error: {
        error: "request_error",
        cause: `This page's Content-Security-Policy does not let a script of the page connect to ${tenant.origin}: connect-src.`,
        remedy: "Allow it in the policy, or use Login with redirect.",
      },
    });
    expect(outcome).toHaveProperty("tokens.code");
    expect(await trace()).toEqual(before);
  });

  test.each(requestingOperations)(
    "%s in a page with the strictest policy names the directive that stops it",
    async (id, values) => {
      await runner.show("/strict");
      const before = await trace();
      const { outcome, steps } = await runner.run(id, values);
      expect(outcome).toMatchObject({
        kind: "refused",
        error: {
          error: "request_error",
          cause: `This page's Content-Security-Policy does not let a script of the page connect to ${tenant.origin}: connect-src.`,
          remedy: "Allow it in the policy, or run it in the extension.",
        },
      });
      expect(steps).toContainEqual(expect.objectContaining({ kind: "request", isFailed: true }));
      expect(await trace()).toEqual(before);
    },
  );

  test("flows that stay in a page whose policy permits the tenant alone leave it as it was", async () => {
    await runner.show("/strict-with-tenant");
    const before = await trace();
    expectLogin(await runner.logInWithPopup());
    const renewal = await runner.run("check-session");
    expectLogin(renewal);
    const accessToken = readAccessToken(renewal);
    expect((await runner.run("user-info", { accessToken })).outcome).toMatchObject({
      kind: "succeeded",
      result: { email: demo.user.email },
    });
    expect(await trace()).toEqual(before);
  });

  test.each(stayingOperations)(
    "%s in a page whose policy permits the tenant alone leaves it as it was",
    async (id, values, outcome) => {
      await runner.show("/strict-with-tenant");
      const before = await trace();
      // An account is created once.
      const changes = id === "signup" ? { email: `second.${email}` } : {};
      expect((await runner.run(id, { ...values, ...changes })).outcome).toMatchObject(outcome);
      expect(await trace()).toEqual(before);
    },
  );

  test("flows that leave a page whose policy permits the tenant alone succeed", async () => {
    await runner.show("/strict-with-tenant");
    expectLogin(await runner.logInWithRedirect());
    await runner.show("/strict-with-tenant");
    const values = { ...wrongPassword, password: demo.user.password };
    expectLogin(await runner.runs.navigate(() => runner.run("login", values)));
    await runner.show("/strict-with-tenant");
    const returnTo = `${runner.setting.pageOrigin}/`;
    const left = await runner.runs.navigate(() => runner.run("logout", { returnTo }));
    expect(left.steps.at(-1)).toMatchObject({ kind: "arrival", url: returnTo });
  });

  test("a renewal in a page with the strictest policy ends at once, and names the directive", async () => {
    await runner.show("/strict");
    const before = await trace();
    // Without the explanation, the run would end after its time limit of a minute.
    expect((await runner.run("check-session")).outcome).toMatchObject({
      kind: "unanswered",
      problem: `This page's Content-Security-Policy does not let the page show a frame of ${tenant.origin}: frame-src. Allow it in the policy, or run it in the extension.`,
    });
    await expect.poll(trace).toEqual(before);
  });

  test("a redirect login leaves a page with the strictest policy, and succeeds", async () => {
    await runner.show("/strict");
    expectLogin(await runner.logInWithRedirect());
  });

  test("a page whose policy has a sandbox is no place for a run, or warns of it", async () => {
    await browser.tab.goto(`${runner.setting.pageOrigin}/sandbox`);
    expect(await runner.runs.readPlace()).toEqual(
      "problem" in host.sandboxed
        ? host.sandboxed
        : {
            origin: runner.setting.pageOrigin,
            url: `${runner.setting.pageOrigin}/sandbox`,
            ...host.sandboxed,
          },
    );
  });

  test("a page whose policy only reports runs a renewal to its end", async () => {
    await runner.show("/reported");
    const before = await trace();
    expect((await runner.run("check-session")).outcome).toMatchObject({
      kind: "refused",
      error: { error: "login_required" },
    });
    expect(await trace()).toEqual(before);
  });
}
