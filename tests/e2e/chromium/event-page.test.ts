import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openInspectorSession, type InspectorSession } from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { followEvent, readTenantRef } from "../pages/event-page.ts";
import { PopupPage } from "../pages/popup-page.ts";

let session: InspectorSession;
let second: RunningTenant;
let control: TenantControl;
/** Chooses the tenant that is selected. */
let popup: PopupPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  second = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  control = new TenantControl(session.tenant.origin);
  const { options } = session;
  await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  for (const { origin } of [session.tenant, second])
    await new TenantControl(origin).untilListened();
  popup = new PopupPage(await session.chromium.extensionPage("popup.html"));
  await popup.chooseTenant("second");
});
afterAll(async () => {
  await session?.close();
  await second?.stop();
});

async function emitUser(tenant: TenantControl, email: string): Promise<string> {
  return await tenant.emit({ type: "user.created", object: { user_id: `local|${email}`, email } });
}

/** Opens the page with the events of a tenant since the last minute. */
async function openPage({ origin }: RunningTenant): Promise<Page> {
  const ref = await readTenantRef(session.options.page, origin);
  const since = Date.now() - 60_000;
  return await session.chromium.extensionPage(`event.html#since/${ref}/${since}`);
}

const heading = (page: Page) => page.locator("header").innerText();

test("lists the events of the URL's tenant as they arrive, whichever tenant is selected", async () => {
  const page = await openPage(session.tenant);
  await page.getByText("No events since").waitFor();
  expect(await heading(page)).toContain(demo.tenantName);
  await emitUser(control, "not-selected@example.com");
  await page.getByText("not-selected@example.com").waitFor();
  await emitUser(new TenantControl(second.origin), "of-the-second@example.com");
  await popup.chooseTenant(demo.tenantName);
  await emitUser(control, "selected@example.com");
  await page.getByText("selected@example.com", { exact: true }).waitFor();
  await popup.chooseTenant("second");
  await emitUser(control, "not-selected-again@example.com");
  await page.getByText("not-selected-again@example.com").waitFor();
  expect(await page.locator("li").count()).toBe(3);
  expect(await heading(page)).toContain(demo.tenantName);
  await page.close();
});

test("shows an event of the URL's tenant, also while another tenant is selected", async () => {
  await emitUser(control, "whole@example.com");
  const page = await openPage(session.tenant);
  await followEvent(page, "whole@example.com");
  expect(await page.locator("main").innerText()).toContain("whole@example.com");
  await popup.chooseTenant(demo.tenantName);
  await popup.chooseTenant("second");
  expect(await page.locator("main").innerText()).toContain("whole@example.com");
  expect(await heading(page)).toContain(demo.tenantName);
  await page.close();
});

test("an open page removes its event and reports it once the tenant is forgotten", async () => {
  await emitUser(new TenantControl(second.origin), "to-be-forgotten@example.com");
  const page = await openPage(second);
  await followEvent(page, "to-be-forgotten@example.com");
  expect(await page.locator("main").innerText()).toContain("to-be-forgotten@example.com");
  await session.options.choose("second");
  await session.options.forgetTenant();
  await page.getByText("This tenant was forgotten").waitFor();
  expect(await page.locator("main").innerText()).not.toContain("to-be-forgotten@example.com");
  await page.close();
});
