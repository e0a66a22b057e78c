import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { answerPermissionPrompt } from "../pages/chromium-permission-prompt.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { openVirtualScreen, type VirtualScreen } from "../pages/virtual-screen.ts";

/** Not a required host of the manifest; only this browser resolves it to this machine. */
const hostname = "tenant.test";

const streamsSchema = z.object({ streams: z.array(z.object({ state: z.string() })) });

let screen: VirtualScreen;
let tenant: RunningTenant;
let chromium: OpenedChromium;
let options: OptionsPage;

beforeAll(async () => {
  screen = await openVirtualScreen();
  tenant = await startTenant({ port: 0, demoPort: 0, isHttps: true, hostname });
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: false,
    env: screen.env,
    args: [`--host-resolver-rules=MAP ${hostname} 127.0.0.1`, "--ignore-certificate-errors"],
  });
  options = new OptionsPage(await chromium.extensionPage("options.html"));
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
  await screen?.close();
});

const next = () => options.tenant.getByRole("button", { name: "Continue" });
const access = () => options.page.getByRole("button", { name: "Grant access" });
const pageSays = async (words: string) =>
  (await options.page.locator("main").innerText()).includes(words);

const pattern = `https://${hostname}/*`;
const isGranted = () =>
  options.page.evaluate((origin) => chrome.permissions.contains({ origins: [origin] }), pattern);

/** Returns the popup's text about the selected tenant's stream. */
async function readPopup(): Promise<string> {
  const page = await chromium.extensionPage("popup.html");
  try {
    await page.locator(".stream-state").waitFor();
    return await page.locator("main").innerText();
  } finally {
    await page.close();
  }
}

test("a tenant is not saved if the permission for its host is denied, and the form shows the next step", async () => {
  await options.openForm(tenant.origin);
  await options.tenant.getByLabel("Domain", { exact: true }).fill(tenant.origin);
  await answerPermissionPrompt(screen, next(), "deny", () => pageSays("Access was not granted."));
  expect(await options.tenantAnswer()).toContain("Select “Continue” again and allow access.");
  expect(await isGranted()).toBe(false);
  expect(await options.tenantRows()).toEqual([]);
});

test("a tenant is checked and saved after a second request is granted, and its stream starts", async () => {
  await answerPermissionPrompt(screen, next(), "allow", () => pageSays("Tenant found."));
  await options.tenant.getByLabel("Client ID").fill(demo.clientId);
  await options.tenant.getByRole("button", { name: "Save tenant" }).click();
  expect(await options.tenantAnswer()).toContain("Tenant saved.");
  expect(await isGranted()).toBe(true);
  await expect.poll(() => options.tenantRows()).toEqual([expect.stringContaining(hostname)]);
  const told = await options.saveClientCredentials(
    demo.managementClientId,
    demo.managementClientSecret,
  );
  expect(told).toContain("Credential saved.");
  await expectListening();
});

/** Returns the number of the tenant's open streams. */
async function countStreams(): Promise<number> {
  // The tenant's control routes respond only on loopback hosts.
  const control = tenant.origin.replace(hostname, "localhost");
  await chromium.firstPage.goto(`${control}/_control/streams`);
  const answer: unknown = JSON.parse(await chromium.firstPage.locator("body").innerText());
  const { streams } = streamsSchema.parse(answer);
  return streams.filter(({ state }) => state === "open").length;
}

async function expectNoAccess(): Promise<void> {
  await access().waitFor();
  expect(await pageSays("The extension has no access to the tenant.")).toBe(true);
  expect((await options.tenantRows())[0]).toContain("no access");
  const popup = await readPopup();
  expect(popup).not.toContain("listening");
  expect(popup).toContain("The extension has no access to");
  expect(popup).toContain("Your unsent input is kept");
  await expect.poll(countStreams).toBe(0);
}

async function expectListening(): Promise<void> {
  await expect.poll(readPopup).toContain("listening");
  await expect.poll(countStreams).toBe(1);
  expect((await options.tenantRows())[0]).not.toContain("no access");
}

test("removing the permission ends the stream, and Grant access restores it", async () => {
  await options.page.evaluate(
    (origin) => chrome.permissions.remove({ origins: [origin] }),
    pattern,
  );
  await expectNoAccess();
  // Chromium does not ask again for a permission that the user granted and did not remove.
  await access().click();
  await expectListening();
});

test("a permission that the user removes ends the stream, and every surface reports it", async () => {
  const page = await chromium.context.newPage();
  await page.goto(`chrome://extensions/?id=${chromium.extensionId}`);
  // The effect of the switch beside the site on this page of the browser.
  const wanted = JSON.stringify([chromium.extensionId, pattern]);
  await page.evaluate(`chrome.developerPrivate.removeHostPermission(...${wanted})`);
  await page.close();
  expect(await isGranted()).toBe(false);
  await expectNoAccess();
});

test("Grant access asks the user again: a denial changes nothing, a grant restarts the stream", async () => {
  await answerPermissionPrompt(screen, access(), "deny", () => pageSays("Access was denied."));
  expect(await isGranted()).toBe(false);
  await answerPermissionPrompt(
    screen,
    access(),
    "allow",
    async () => (await access().count()) === 0,
  );
  expect(await isGranted()).toBe(true);
  await expectListening();
});
