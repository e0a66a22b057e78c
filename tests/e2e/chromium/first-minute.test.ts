import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { permissionReasons } from "../../../components/welcome/permission-reasons.ts";
import { localTenantOrigin, sandboxOrigin } from "../../../lib/messages/domain.ts";
import { writeSandboxAddress } from "../../../lib/messages/sandbox-address.ts";
import { createTenant, type Tenant } from "../../../tenant/app.ts";
import { listenOnLoopback, type Listener } from "../../../tenant/server/listen.ts";
import { builtExtension, root } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { findViolations } from "../pages/axe.ts";
import { walkByTab } from "../pages/focus.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { findOverflows } from "../pages/overflow.ts";

const pictures = join(root, ".output", "first-minute");

/** The local tenant at its usual place, which this browser reaches on another port. */
let tenant: Tenant;
let listener: Listener;
let isTenantRunning = false;
let chromium: OpenedChromium;
let guard: ConsoleGuard;
let page: Page;

beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
  tenant = createTenant({
    origin: localTenantOrigin,
    demoOrigins: [],
    controlHosts: [new URL(localTenantOrigin).hostname],
  });
  await tenant.ready;
  listener = await listenOnLoopback(0, async (request) =>
    isTenantRunning ? await tenant.fetch(request) : new Response("Not yet.", { status: 404 }),
  );
  const { host } = new URL(localTenantOrigin);
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    args: [`--host-resolver-rules=MAP ${host} localhost:${listener.port}`],
  });
  guard = await watchConsoles(chromium);
  page = await chromium.extensionPage("welcome.html");
});
afterEach(() => guard.expectNone());
afterAll(async () => {
  await chromium?.close();
  await listener?.close();
  tenant?.stop();
});

const widths = [380, 1_200];

/** Expects no violation and no clipped text, and takes pictures in both themes and both widths. */
async function expectAccessibleLayout(surface: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await surface.emulateMedia({ colorScheme });
    expect(await findViolations(surface), colorScheme).toEqual([]);
    for (const width of widths) {
      await surface.setViewportSize({ width, height: 900 });
      expect(await findOverflows(surface), `${name} at ${width} px`).toEqual([]);
      const path = join(pictures, `${name}-${width}-${colorScheme}.png`);
      await surface.screenshot({ path, fullPage: true });
    }
  }
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("the first page offers three ways, and explains each permission of the manifest", async () => {
  await page.getByText("No local tenant answers now.").waitFor();
  await expectAccessibleLayout(page, "1-installed");
  const manifest: unknown = await page.evaluate(() => chrome.runtime.getManifest());
  const { permissions } = z.object({ permissions: z.array(z.string()) }).parse(manifest);
  const explained = new Set(permissionReasons.map(({ name }) => name));
  expect(permissions.filter((name) => !explained.has(name))).toEqual([]);
  for (const name of permissions) await page.getByText(name, { exact: true }).waitFor();
});

test("each way is reached by the keyboard alone", async () => {
  await page.bringToFront();
  const stops = await walkByTab(page, page);
  expect(stops.map(({ name }) => name)).toEqual([
    "button Try the sandbox",
    "button Look again",
    "a Add your tenant",
    "a Guide",
  ]);
  expect(stops.filter(({ isOutlined }) => !isOutlined)).toEqual([]);
});

test("a local tenant is offered once it answers, and one key connects it with its stream", async () => {
  isTenantRunning = true;
  await button("Look again").press("Enter");
  await page.getByText("A local tenant answers.").waitFor();
  await expectAccessibleLayout(page, "2-local-tenant-answers");
  await button("Connect a local tenant").press("Enter");
  await page.getByText("Local tenant is selected.").waitFor();
  await expectAccessibleLayout(page, "3-local-tenant-selected");
  const popup = await chromium.extensionPage("popup.html");
  await popup.getByText(/listening/).waitFor();
  await popup.getByRole("tab", { name: "Connections (2)" }).waitFor();
  await popup.close();
});

test("the sandbox is connected with one key, and the page leads to its controls", async () => {
  await button("Try the sandbox").press("Enter");
  await page.getByText("Sandbox is selected.").waitFor();
  await page.getByRole("link", { name: "Sandbox controls" }).waitFor();
  await expectAccessibleLayout(page, "4-sandbox-selected");
});

test("the form of the sandbox is checked and saved without a prompt for a permission", async () => {
  const options = new OptionsPage(await chromium.extensionPage("options.html"));
  await options.choose("Sandbox");
  await options.tenant.getByRole("button", { name: "Check domain" }).click();
  expect(await options.tenantAnswer()).toContain("Tenant found.");
  await options.tenant.getByRole("button", { name: "Save tenant" }).click();
  await options.tenant.getByText("Tenant saved.").waitFor();
  await options.page.close();
});

test("the controls of the sandbox list things to try, by the keyboard too", async () => {
  const opening = chromium.context.waitForEvent("page");
  await page.getByRole("link", { name: "Sandbox controls" }).press("Enter");
  const controls = await opening;
  await controls.getByRole("button", { name: "Emit five events" }).press("Enter");
  await controls.getByText("Everything else").press("Enter");
  await controls.getByText(/[1-9]\d* events kept/).waitFor();
  await expectAccessibleLayout(controls, "9-sandbox-controls");
  await controls.close();
});

test("a page of the sandbox is a page like others: its heading, labels and problems are read", async () => {
  const query = new URLSearchParams({
    client_id: demo.clientId,
    response_type: "code",
    redirect_uri: demo.extensionRedirect,
    state: "any",
  });
  const url = `${sandboxOrigin}/authorize?${query.toString()}`;
  const login = await chromium.extensionPage(writeSandboxAddress({ url }).slice(1));
  await login.getByLabel("Email address").fill(demo.user.email);
  await login.getByLabel("Password").fill("wrong");
  await login.getByLabel("Password").press("Enter");
  await login.getByText("Wrong email or password.").waitFor();
  await expectAccessibleLayout(login, "10-sandbox-login");
  await login.close();
});

test("a tenant of one's own begins with its domain, and each step has one button that leads on", async () => {
  await page.getByRole("link", { name: "Add your tenant" }).press("Enter");
  const options = new OptionsPage(page);
  await options.choose("Local tenant");
  await options.forgetTenant();
  await options.list.getByRole("link", { name: "Add tenant" }).press("Enter");
  await options.tenant.getByRole("button", { name: "Continue" }).waitFor();
  await expectAccessibleLayout(page, "5-domain");
  expect(await options.findTenant(listenerOrigin())).toContain(
    `Use ${new URL(localTenantOrigin).host}`,
  );
  await expectAccessibleLayout(page, "6-another-domain");
  await button(`Use ${new URL(localTenantOrigin).host}`).click();
  await options.tenant.getByText("Tenant found.").waitFor();
  await expectAccessibleLayout(page, "7-found");
  await options.tenant.getByLabel("Client ID").fill(demo.clientId);
  await page.keyboard.press("Enter");
  expect(await options.tenantAnswer()).toContain("Tenant saved.");
  await expectAccessibleLayout(page, "8-saved");
  await options.tenant.getByRole("link", { name: "Enter a credential" }).press("Enter");
  await options.credential.getByRole("form", { name: "Credential", exact: true }).waitFor();
});

/** The tenant's address without the rule of this browser: its issuer names the other one. */
const listenerOrigin = () => `http://localhost:${listener.port}`;
