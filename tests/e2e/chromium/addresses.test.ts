import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { readHistory } from "../profile-files/browser-history.ts";
import { followEvent } from "../pages/event-page.ts";
import { findLoginWindow, logIn } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { scanFolder } from "../profile-files/profile-scan.ts";

let profile: TemporaryFolder;
let tenant: RunningTenant;
let control: TenantControl;
let chromium: OpenedChromium;
let options: OptionsPage;

beforeAll(async () => {
  profile = await makeTemporaryFolder("chromium");
  tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  control = new TenantControl(tenant.origin);
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    profileDir: profile.path,
  });
  options = new OptionsPage(await chromium.extensionPage("options.html"));
  await setUpTenant();
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
  await profile?.remove();
});

async function setUpTenant(): Promise<void> {
  const { origin: domain } = tenant;
  await options.saveTenant({ domain, clientId: demo.clientId, name: demo.tenantName });
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  await control.untilListened();
}

/** Emits an event, and opens its page from the popup. */
async function openEvent(email: string): Promise<{ page: Page; id: string }> {
  const id = await control.emit({
    type: "user.created",
    object: { user_id: `local|${email}`, email },
  });
  const popup = await chromium.extensionPage("popup.html");
  const opening = chromium.context.waitForEvent("page");
  const row = popup.getByRole("listitem").filter({ hasText: email });
  await row.getByRole("link").click();
  const page = await opening;
  await page.getByRole("tree").waitFor();
  await popup.close();
  return { page, id };
}

/** Opens a URL again, as from the history. */
async function reopen(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(url);
}

test("shows at the URL of an event that the log was deleted, also after new events", async () => {
  const { page } = await openEvent("removed@example.com");
  const url = page.url();
  await options.page.bringToFront();
  await options.page.evaluate(() =>
    chrome.runtime.sendMessage({ command: "events.reset", request: {} }),
  );
  await control.untilListened();
  await reopen(page, url);
  await page.getByText("because the log was deleted").waitFor();
  const later = await openEvent("later@example.com");
  await later.page.close();
  await reopen(page, url);
  await page.getByText("because the log was deleted").waitFor();
  expect(await page.locator("main").innerText()).not.toContain("example.com");
  await page.getByRole("link", { name: "Show the events of local from the last hour" }).click();
  await followEvent(page, "later@example.com");
  await page.close();
});

test("shows at the URL of an event that the tenant was forgotten, also after it is added again", async () => {
  const { page } = await openEvent("forgotten@example.com");
  const url = page.url();
  await options.page.bringToFront();
  await options.forgetTenant();
  await page.getByText("This tenant was forgotten").waitFor();
  await page.getByRole("link", { name: "Set up a tenant" }).waitFor();
  await setUpTenant();
  await reopen(page, url);
  await page.getByText("This tenant was forgotten").waitFor();
  expect(await page.locator("main").innerText()).not.toContain("example.com");
  await page.getByRole("link", { name: "Show the events of local from the last hour" }).waitFor();
  await page.close();
});

test("leaves no tenant, event or token in the browser's history and session", async () => {
  const { page: event, id } = await openEvent("history@example.com");
  const callback = `https://${chromium.extensionId}.chromiumapp.org/`;
  const query = new URLSearchParams({
    client_id: demo.clientId,
    response_type: "token",
    scope: "openid",
    redirect_uri: callback,
  });
  const ask = (command: string, request: object): Promise<string> =>
    event.evaluate(async (message) => JSON.stringify(await chrome.runtime.sendMessage(message)), {
      command,
      request,
    });
  const tenantId = tenant.origin;
  await ask("options.open", { at: { tenantId, part: "credential" } });
  const url = `${tenantId}/authorize?${query}`;
  const login = ask("login.open", { tenantId, url, loginId: "history" });
  await logIn(await findLoginWindow(chromium.context, tenantId), demo.user);
  const token = /access_token=([^&"]+)/.exec(await login)?.[1];
  if (token === undefined) throw new Error("The login returned no token.");
  await chromium.close();

  const history = readHistory(join(profile.path, "Default/History"), "urls", "");
  const own = history.filter((address) => address.startsWith(chromium.extensionOrigin));
  expect(own).toContain(event.url());
  expect(own.join("\n")).not.toMatch(new RegExp(`localhost|${id}`));
  // The login page itself is a page of the tenant, and in the history as any other.
  expect(history.join("\n")).toContain(`${tenantId}/authorize`);
  expect(history.join("\n")).not.toContain(callback);

  const { findings, files } = await scanFolder(join(profile.path, "Default/Sessions"), [
    event.url(),
    id,
    encodeURIComponent(tenantId),
    token,
  ]);
  expect(files).toBeGreaterThan(0);
  expect([...new Set(findings.map(({ secret }) => secret))]).toEqual([event.url()]);
  expect((await scanFolder(profile.path, [token])).findings).toEqual([]);
});
