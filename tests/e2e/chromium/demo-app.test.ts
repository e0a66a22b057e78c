import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";
import { fact, openDemoSession, type DemoSession } from "./demo-session.ts";

// One visit of a user from login to logout: each test continues the one before it.

let session: DemoSession;
/** The tab in which the first test logged in. */
let page: DemoPage;

beforeAll(async () => {
  session = await openDemoSession();
  page = new DemoPage(await session.chromium.context.newPage());
});
afterAll(async () => {
  await session?.close();
});

test(
  "a login with redirect returns tokens signed with RS256, and leaves none in the URL",
  { tags: ["service.library.browser"] },
  async () => {
    const { tenant, control } = session;
    const before = await control.logEnd();
    await page.tab.goto(tenant.demoOrigins[0]);
    await page.chooseClient(demo.clientId);
    await page.press("Log in");
    await page.tab.waitForURL(`${tenant.origin}/**`);
    await logIn(page.tab, demo.user);
    await page.tab.waitForURL(`${tenant.demoOrigins[0]}/`);
    const words = await page.readResult("Login");
    expect(words).toContain("Login succeeded.");
    expect(words).toContain("Ada Lovelace");
    expect(words).toContain("openid profile email");
    expect(page.tab.url()).toBe(`${tenant.demoOrigins[0]}/`);
    expect(await control.log(before)).toContainEqual(
      fact("id_token issued", { client_id: demo.clientId, alg: "RS256" }),
    );
  },
);

test("user info is read with the access token", async () => {
  await page.press("Get user info");
  const words = await page.readResult("User info");
  expect(words).toContain("User info succeeded.");
  expect(words).toContain(demo.user.email);
});

test("silent renewal on localhost, which sends the tenant's cookie, returns new tokens", async () => {
  const before = await session.control.logEnd();
  await page.press("Renew silently");
  expect(await page.readResult("Silent renewal")).toContain("Silent renewal succeeded.");
  expect(await session.control.log(before)).toContainEqual(fact("id_token issued"));
  await waitFor(async () => (await page.tab.locator("iframe").count()) === 0, {
    what: "the frame of the renewal to be removed",
  });
});

test("silent renewal on 127.0.0.1, another site, ends in login_required", async () => {
  const other = await session.open(session.tenant.demoOrigins[1]);
  await other.press("Renew silently");
  const words = await other.readResult("Silent renewal");
  expect(words).toContain("Silent renewal failed.");
  expect(words).toContain("login_required");
});

test("an ID token signed with HS256 is rejected with invalid_token and a remedy", async () => {
  const other = await session.open();
  await other.chooseClient(demo.hs256ClientId);
  await other.press("Log in");
  // Another application at a local URL: the user's session does not imply consent.
  await other.press("Accept");
  const words = await other.readResult("Login");
  expect(words).toContain("Login failed.");
  expect(words).toContain("invalid_token");
  expect(words).toContain("HS256");
  expect(words).toContain("RS256");
  expect(words).not.toContain("Ada Lovelace");
});

test("a client that is selected before the page has loaded its settings stays selected", async () => {
  const tab = await session.chromium.context.newPage();
  onTestFinished(() => tab.close());
  const settings = Promise.withResolvers<void>();
  await tab.route("**/config.json", async (route) => {
    await settings.promise;
    await route.continue();
  });
  await tab.goto(session.tenant.demoOrigins[0]);
  await new DemoPage(tab).chooseClient(demo.hs256ClientId);
  settings.resolve();
  await tab.locator("button:enabled", { hasText: "Log in" }).first().waitFor();
  expect(await tab.getByLabel(demo.hs256ClientId).isChecked()).toBe(true);
});

test("after logout the tenant asks for the password, and silent renewal ends in login_required", async () => {
  const { tenant } = session;
  await page.pressAndReturn("Log out");
  expect(page.tab.url()).toBe(`${tenant.demoOrigins[0]}/`);
  await page.press("Renew silently");
  expect(await page.readResult("Silent renewal")).toContain("login_required");
  await page.press("Log in");
  await page.tab.getByLabel("Password").waitFor();
  expect(page.tab.url().startsWith(`${tenant.origin}/`)).toBe(true);
});

test("no error was written to a console", async () => {
  expect(await session.guard.entries()).toEqual([]);
  await session.guard.end();
});
