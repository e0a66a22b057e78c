import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { logIn } from "../pages/login-window.ts";

let tenant: RunningTenant;
let control: TenantControl;
let chromium: OpenedChromium;
let guard: ConsoleGuard;

beforeAll(async () => {
  tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  control = new TenantControl(tenant.origin);
  chromium = await openChromium({ extensionDir: builtExtension.chromium, headless: true });
  guard = await watchConsoles(chromium);
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).click();
}

/** The words of the result, once what was asked for is over. */
async function readResult(page: Page): Promise<string> {
  const result = page.locator("#result[data-state=done], #result[data-state=failed]");
  await result.waitFor();
  return await result.innerText();
}

async function logInAt(origin: string, client: string): Promise<Page> {
  const page = await chromium.context.newPage();
  await page.goto(origin);
  await page.getByLabel(client).check();
  await press(page, "Log in");
  return page;
}

/** The page of the login that the first test left open. */
function findPage(origin: string): Page {
  const page = chromium.context.pages().find((candidate) => candidate.url() === `${origin}/`);
  if (page === undefined) throw new Error(`No page shows ${origin}.`);
  return page;
}

test("a login with redirect brings tokens signed with RS256, and leaves none of them in the address", async () => {
  const before = await control.logEnd();
  const page = await logInAt(tenant.demoOrigins[0], demo.clientId);
  await page.waitForURL(`${tenant.origin}/**`);
  await logIn(page, demo.user);
  await page.waitForURL(`${tenant.demoOrigins[0]}/`);
  const words = await readResult(page);
  expect(words).toContain("Login succeeded.");
  expect(words).toContain("Ada Lovelace");
  expect(words).toContain("openid profile email");
  expect(page.url()).toBe(`${tenant.demoOrigins[0]}/`);
  const facts = await control.log(before);
  expect(facts).toContainEqual(
    expect.objectContaining({
      fact: "id_token issued",
      details: expect.objectContaining({ client_id: demo.clientId, alg: "RS256" }),
    }),
  );
});

test("user info of the login is read with its access token", async () => {
  const page = findPage(tenant.demoOrigins[0]);
  await press(page, "User info");
  const words = await readResult(page);
  expect(words).toContain("User info succeeded.");
  expect(words).toContain(demo.user.email);
});

test("silent renewal on localhost, where the tenant's cookie goes along, brings new tokens", async () => {
  const page = findPage(tenant.demoOrigins[0]);
  const before = await control.logEnd();
  await press(page, "Renew silently");
  expect(await readResult(page)).toContain("Silent renewal succeeded.");
  expect(await control.log(before)).toContainEqual(
    expect.objectContaining({ fact: "id_token issued" }),
  );
  await waitFor(async () => (await page.locator("iframe").count()) === 0, {
    what: "the frame of the renewal to be removed",
  });
});

test("silent renewal on 127.0.0.1, another site, ends in login_required", async () => {
  const page = await chromium.context.newPage();
  await page.goto(tenant.demoOrigins[1]);
  await press(page, "Renew silently");
  const words = await readResult(page);
  expect(words).toContain("Silent renewal failed.");
  expect(words).toContain("login_required");
  await page.close();
});

test("an ID token signed with HS256 is refused with invalid_token, and the words say what to change", async () => {
  const page = await logInAt(tenant.demoOrigins[0], demo.hs256ClientId);
  await page.waitForURL(`${tenant.demoOrigins[0]}/`);
  const words = await readResult(page);
  expect(words).toContain("Login failed.");
  expect(words).toContain("invalid_token");
  expect(words).toContain("HS256");
  expect(words).toContain("RS256");
  expect(words).not.toContain("Ada Lovelace");
  await page.close();
});

test("after logout the tenant asks again, and silent renewal ends in login_required", async () => {
  const page = findPage(tenant.demoOrigins[0]);
  const returned = page.waitForEvent("load");
  await press(page, "Log out");
  await returned;
  expect(page.url()).toBe(`${tenant.demoOrigins[0]}/`);
  await press(page, "Renew silently");
  const words = await readResult(page);
  expect(words).toContain("login_required");
  await press(page, "Log in");
  await page.getByLabel("Password").waitFor();
  expect(page.url().startsWith(`${tenant.origin}/`)).toBe(true);
});

test("nothing of this wrote an error to a console", async () => {
  expect(await guard.entries()).toEqual([]);
  await guard.end();
});
