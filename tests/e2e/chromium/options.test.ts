import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { findViolations } from "../pages/axe.ts";
import { clickToClose } from "../pages/click-to-close.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { findOverflows } from "../pages/overflow.ts";

const passphrase = "a passphrase of the tests";
const tokenSchema = z.object({ access_token: z.string() });
const settingsSchema = z.looseObject({ tenants: z.array(z.unknown()) });

let profile: TemporaryFolder;
let tenant: RunningTenant;
let second: RunningTenant;
let chromium: OpenedChromium;
let options: OptionsPage;

async function openBrowser(): Promise<void> {
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    profileDir: profile.path,
  });
  options = new OptionsPage(await chromium.extensionPage("options.html"));
}

/** Closes the browser and opens it again with the same profile. */
async function restartBrowser(): Promise<void> {
  await chromium.close();
  await openBrowser();
}

beforeAll(async () => {
  profile = await makeTemporaryFolder("options");
  tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  second = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  await openBrowser();
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
  await second?.stop();
  await profile?.remove();
});

const rows = () => options.tenantRows();

/** Returns the whole storage of the extension as text. */
async function readStorage(): Promise<string> {
  return await options.page.evaluate(async () =>
    JSON.stringify([await chrome.storage.local.get(), await chrome.storage.session.get()]),
  );
}

async function expectSound(): Promise<void> {
  expect(await findOverflows(options.page)).toEqual([]);
  expect(await findViolations(options.page)).toEqual([]);
}

describe("tenants", () => {
  test("a domain is checked without storing the tenant", async () => {
    await options.openForm(tenant.origin);
    expect(await options.findTenant(tenant.origin)).toBeUndefined();
    const told = await options.tenant.locator(".found").innerText();
    expect(told).toContain("Tenant found.");
    expect(told).toContain(`Issuer ${tenant.origin}/`);
    expect(told).toMatch(/\d signing keys?\./);
    expect(await rows()).toEqual([]);
    await expectSound();
  });

  test("the first one is added with its custom domain, colour and name", async () => {
    const { tenant: form } = options;
    const custom = tenant.origin.replace("localhost", "127.0.0.1");
    await form.getByLabel("Custom domain (optional)").fill(custom);
    await form.getByLabel("Colour").selectOption("green");
    const told = await options.saveTenant({
      domain: tenant.origin,
      clientId: demo.clientId,
      name: "first",
    });
    expect(told).toContain("Tenant saved.");
    await expect.poll(rows).toEqual([expect.stringMatching(/first[^]*no credential/)]);
    await expectSound();
  });

  test("a second one is added to the list and shown", async () => {
    await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
    await expect.poll(rows).toHaveLength(2);
    await expect.poll(() => options.list.locator("[aria-current]").innerText()).toContain("second");
  });

  test("choosing one shows its stored settings", async () => {
    await options.choose("first");
    const { tenant: form } = options;
    expect(await form.getByLabel("Domain", { exact: true }).inputValue()).toBe(tenant.origin);
    expect(await form.getByLabel("Colour").inputValue()).toBe("green");
    expect(await form.getByLabel("Custom domain (optional)").inputValue()).toContain("127.0.0.1");
  });

  test("one can be renamed and marked read-only", async () => {
    const { tenant: form } = options;
    await form.getByLabel("Name (optional)").fill("production");
    await form.getByLabel("Read-only").check();
    await form.getByRole("button", { name: "Save tenant" }).click();
    expect(await options.tenantAnswer()).toContain("Tenant saved.");
    await expect.poll(rows).toContainEqual(expect.stringMatching(/production\s*read-only/));
    expect(await rows()).toHaveLength(2);
  });

  test("a section that another page requests is shown, and its heading has the focus", async () => {
    const other = await chromium.extensionPage("popup.html");
    await other.evaluate(
      (tenantId) =>
        chrome.runtime.sendMessage({
          command: "options.open",
          request: { at: { tenantId, part: "tenant" } },
        }),
      second.origin,
    );
    await other.close();
    expect(options.page.url()).toBe(`${chromium.extensionOrigin}/options.html#tenant`);
    await expect.poll(() => options.list.locator("[aria-current]").innerText()).toContain("second");
    await expect
      .poll(() => options.page.evaluate(() => document.activeElement?.id))
      .toBe("tenant-heading");
  });

  test("another page opens a section of one of them in the open tab", async () => {
    const { page } = options;
    await options.choose("production");
    const other = await chromium.extensionPage("popup.html");
    const pages = chromium.context.pages().length;
    const ask = (tenantId: string) =>
      other.evaluate(async (id) => {
        const answer: unknown = await chrome.runtime.sendMessage({
          command: "options.open",
          request: { at: { tenantId: id, part: "credential" } },
        });
        return answer;
      }, tenantId);
    expect(await ask(second.origin)).toMatchObject({ ok: true });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe("credential-heading");
    expect(await options.list.locator("[aria-current]").innerText()).toContain("second");
    // A second request shows the section again: the URL does not keep its target.
    await page.getByLabel("Kind").focus();
    await ask(second.origin);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe("credential-heading");
    expect(chromium.context.pages()).toHaveLength(pages);
    await other.close();
  });

  test("one is forgotten only after a confirmation, and the other one is kept", async () => {
    await options.forgetTenant();
    await options.page.getByText("“second” was forgotten.").waitFor();
    await expect.poll(rows).toEqual([expect.stringContaining("production")]);
    expect(await readStorage()).not.toContain(second.origin);
  });
});

describe("credentials", () => {
  test("a pasted access token is saved, and tested by its own claims", async () => {
    const { credential } = options;
    const response = await fetch(`${tenant.origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: demo.managementClientId,
        client_secret: demo.managementClientSecret,
        audience: `${tenant.origin}/api/v2/`,
        scope: "read:events read:users",
      }),
    });
    const { access_token: token } = tokenSchema.parse(await response.json());
    expect(await options.saveAccessToken(token)).toContain("Credential saved.");
    expect(await options.storedCredential()).toContain("Access token in use.");
    await credential.getByRole("button", { name: "Test this credential" }).click();
    const report = credential.locator(".report");
    await report.waitFor();
    expect(await report.innerText()).toContain("The token lacks required permissions.");
    expect(await report.locator("details[open]").innerText()).toContain(
      "read:token_exchange_profiles",
    );
    expect(await report.innerText()).toContain("Extra scopes: 1");
    await expectSound();
  });

  test("a user login gets a token for that user only", async () => {
    const form = await options.credentialForm("user_login");
    const window = await openLoginWindow(chromium.context, tenant.origin, () =>
      form.getByRole("button", { name: "Log in and save" }).click(),
    );
    await logIn(window, demo.user);
    expect(await options.credentialAnswer()).toContain("Credential saved.");
    const { credential } = options;
    await expect.poll(() => options.storedCredential()).toContain("User login in use.");
    await credential.getByRole("button", { name: "Test this credential" }).click();
    const report = credential.locator(".report");
    await report.waitFor();
    expect(await report.innerText()).toContain("The token is for the current user only.");
    expect(await report.innerText()).toContain("the event stream reject it");
    await expectSound();
  });

  test("wrong client credentials are rejected, and the previous credential is kept", async () => {
    const told = await options.saveClientCredentials(demo.managementClientId, "a-wrong-secret");
    expect(told).toContain("Could not save the credential.");
    expect(await options.storedCredential()).toContain("User login in use.");
    expect(await readStorage()).not.toContain("a-wrong-secret");
  });

  test("client credentials are remembered on the device, encrypted, and work after a restart", async () => {
    const { managementClientId, managementClientSecret } = demo;
    const told = await options.saveClientCredentials(managementClientId, managementClientSecret, {
      kind: "device",
    });
    expect(told).toContain("Credential saved.");
    const local = await options.page.evaluate(async () =>
      JSON.stringify(await chrome.storage.local.get()),
    );
    expect(local).not.toContain(managementClientSecret);
    await restartBrowser();
    await expect.poll(() => options.storedCredential()).toContain("Remembered on this device.");
    await options.credential.getByRole("button", { name: "Test this credential" }).click();
    const report = options.credential.locator(".report");
    await report.waitFor();
    // The tenant is read-only by now, and the token allows changes.
    expect(await report.innerText()).toContain(
      "The token has more permissions than a read-only tenant needs.",
    );
    expect(await report.innerText()).toContain("which allow changes");
  });

  test("with a passphrase they are locked after a restart, and only the passphrase unlocks them", async () => {
    const { managementClientId, managementClientSecret } = demo;
    await options.saveClientCredentials(managementClientId, managementClientSecret, {
      kind: "passphrase",
      passphrase,
    });
    expect(await options.storedCredential()).toContain("in use.");
    await restartBrowser();
    await expect.poll(() => options.storedCredential()).toContain("locked.");
    await expect.poll(rows).toEqual([expect.stringContaining("locked")]);
    await expectSound();
    const field = options.credential.getByLabel("Passphrase to unlock");
    await field.fill("another passphrase");
    await options.credential.getByRole("button", { name: "Unlock" }).click();
    await expect.poll(() => options.credential.innerText()).toContain("Wrong passphrase.");
    await field.fill(passphrase);
    await options.credential.getByRole("button", { name: "Unlock" }).click();
    await expect.poll(() => options.storedCredential()).toContain("Client credentials in use.");
    expect(await readStorage()).not.toContain(passphrase);
  });

  test("a remembered one is forgotten only after a confirmation, also by keyboard", async () => {
    const { page, credential } = options;
    const forget = credential.getByRole("button", { name: "Forget credential…" });
    await forget.press("Enter");
    await credential.getByText("Forget the credential of “production”?").waitFor();
    await expectSound();
    // The safe button has the focus, so a hasty Enter keeps the credential.
    await page.keyboard.press("Enter");
    expect(await options.storedCredential()).toContain("Client credentials in use.");
    await forget.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    expect(await options.credentialAnswer()).toContain("Credential forgotten.");
    await expect.poll(async () => (await rows())[0]).toContain("no credential");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id))
      .toBe("credential-heading");
  });
});

describe("sections", () => {
  const heading = () => options.page.locator(".about h2").innerText();
  const focused = () => options.page.evaluate(() => document.activeElement?.id);

  test("have URLs: a link, back, forward and a reload lead to them and to their tenant", async () => {
    const { page } = options;
    await options.openSection("tenant");
    await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
    await options.openSection("stream");
    await options.choose("production");
    await options.openSection("data");
    await page.goBack();
    await expect.poll(focused).toBe("stream-heading");
    await options.expectChosen("production");
    await page.goBack();
    await options.expectChosen("second");
    expect(page.url()).toBe(`${chromium.extensionOrigin}/options.html#stream`);
    await page.reload();
    await options.expectChosen("second");
    await expect.poll(heading).toBe("Event stream");
    await page.goForward();
    await options.expectChosen("production");
    await page.goForward();
    await expect.poll(heading).toBe("Data and privacy");
    expect(await page.locator(".about section").count()).toBe(1);
    await expectSound();
  });

  test("keep their input when another page brings the options to the front", async () => {
    const { page } = options;
    await options.choose("production");
    await options.openSection("stream");
    await page.getByLabel("Maximum age (days)").fill("7");
    const popup = await chromium.extensionPage("popup.html");
    await clickToClose(popup.getByRole("button", { name: "Options", exact: true }));
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe("visible");
    const addresses = chromium.context.pages().map((one) => one.url());
    expect(addresses.filter((url) => url.includes("/options.html"))).toHaveLength(1);
    expect(await page.getByLabel("Maximum age (days)").inputValue()).toBe("7");
    await page.getByRole("button", { name: "Discard changes" }).click();
  });

  test("keep unsaved input, also while another tenant is shown", async () => {
    const { page } = options;
    await options.choose("production");
    await options.openSection("tenant");
    await options.tenant.getByLabel("Client ID").fill("half");
    const form = await options.credentialForm("client_credentials");
    await form.getByLabel("Client secret").fill("typed");
    await options.openSection("stream");
    await page.getByLabel("Maximum events").fill("5000");
    expect(await page.locator(".tenant-top .mark", { hasText: "unsaved" }).count()).toBe(3);
    await expectSound();
    await options.choose("second");
    expect(await page.getByLabel("Maximum events").inputValue()).not.toBe("5000");
    await options.openSection("credential");
    expect(await form.getByLabel("Client secret").inputValue()).toBe("");
    await options.choose("production");
    expect(await form.getByLabel("Client secret").inputValue()).toBe("typed");
    await page.goBack();
    await page.goBack();
    await options.choose("production");
    expect(await page.getByLabel("Maximum events").inputValue()).toBe("5000");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await options.openSection("tenant");
    expect(await options.tenant.getByLabel("Client ID").inputValue()).toBe("half");
    await options.tenant.getByLabel("Client ID").fill(demo.clientId);
    await options.tenant.getByRole("button", { name: "Save tenant" }).click();
    expect(await options.tenantAnswer()).toContain("Tenant saved.");
    await options.choose("second");
    await options.forgetTenant();
  });
});

describe("data", () => {
  let exported = "";

  test("settings are exported to a file without secrets", async () => {
    await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
    await options.openSection("data");
    const download = options.page.waitForEvent("download");
    await options.data.getByRole("button", { name: "Export settings" }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^tenant-inspector-settings-\d{4}-\d\d-\d\d\.json$/);
    exported = await readFile(await saved.path(), "utf8");
    expect(JSON.parse(exported)).toMatchObject({
      tenants: [{ name: "production", origin: tenant.origin, isReadOnly: true, colour: "green" }],
    });
    expect(exported).not.toContain(demo.managementClientSecret);
    expect(await options.data.innerText()).toContain("1 tenant in tenant-inspector-settings-");
    await expectSound();
  });

  async function chooseFile(text: string): Promise<string> {
    const answer = options.data.locator(".data-part:not(.forget) > .notice");
    await options.data.getByLabel("Import settings").setInputFiles({
      name: "settings.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    await answer.waitFor();
    return await answer.innerText();
  }

  /** Selects a file and reads the preview of its import. */
  async function preview(text: string): Promise<string> {
    await options.data.getByLabel("Import settings").setInputFiles({
      name: "settings.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    const shown = options.data.locator(".import-preview");
    await shown.waitFor();
    await expectSound();
    return await shown.innerText();
  }

  async function confirmImport(): Promise<string> {
    await options.data.getByRole("button", { name: "Import", exact: true }).click();
    const answer = options.data.locator(".data-part:not(.forget) > .notice");
    await answer.waitFor();
    return await answer.innerText();
  }

  test("everything is forgotten only after a confirmation", async () => {
    await options.data.getByRole("button", { name: "Forget everything…" }).click();
    await expectSound();
    await options.data.getByRole("button", { name: "Yes, forget everything" }).click();
    await expect.poll(rows).toEqual([]);
    await expect.poll(() => options.data.innerText()).toContain("All data was removed.");
    const stored = await readStorage();
    expect(stored).not.toContain(tenant.origin);
    expect(stored).not.toContain(demo.managementClientSecret);
  });

  test("a file without settings is rejected with a message", async () => {
    expect(await chooseFile("<html>")).toContain("The file is not JSON.");
    expect(await rows()).toEqual([]);
  });

  test("the exported file restores the tenants", async () => {
    const settings = settingsSchema.parse(JSON.parse(exported));
    const withDamaged = { ...settings, tenants: [...settings.tenants, { name: "half" }] };
    expect(await preview(JSON.stringify(withDamaged))).toContain("Entry 2 of the file");
    expect(await confirmImport()).toContain("not approved: production");
    expect(await rows()).toEqual([]);

    await preview(JSON.stringify(withDamaged));
    await options.data.getByLabel("Send logins to").check();
    expect(await confirmImport()).toContain("Added: production.");
    await expect.poll(rows).toEqual([expect.stringMatching(/production\s*read-only/)]);

    const [first] = settings.tenants;
    const changed = {
      ...settings,
      tenants: [{ ...Object(first), isReadOnly: false, name: "other" }],
    };
    const told = await preview(JSON.stringify(changed));
    expect(told).toMatch(/Name\s+production → other/);
    expect(told).toMatch(/Read-only\s+stays on\./);
    await options.data.getByRole("button", { name: "Cancel import" }).click();
    expect(await rows()).toEqual([expect.stringMatching(/production\s*read-only/)]);
    await preview(JSON.stringify(changed));
    expect(await confirmImport()).toContain("Replaced: other.");
    await expect.poll(rows).toEqual([expect.stringMatching(/other\s*read-only/)]);
    expect(await rows()).toHaveLength(1);
  });
});

describe("unreadable settings", () => {
  const damaged = { version: 2, tenants: "planted", surprise: 7 };

  test("are reported, and a copy is saved before the reset", async () => {
    await options.page.evaluate((settings) => chrome.storage.local.set({ settings }), damaged);
    await restartBrowser();
    const main = options.page.locator("main");
    await expect.poll(() => main.innerText()).toContain("Could not read the stored tenants.");
    await expectSound();
    const download = options.page.waitForEvent("download");
    await options.page.getByRole("button", { name: "Save a copy" }).click();
    const saved = await download;
    expect(await readFile(await saved.path(), "utf8")).toContain("planted");
    expect(await readStorage()).toContain("planted");
    await options.page.getByRole("button", { name: "Reset the settings" }).click();
    await expect.poll(() => main.innerText()).toContain("The settings were reset.");
    expect(await readStorage()).not.toContain("planted");
    await options.saveTenant({ domain: tenant.origin, clientId: demo.clientId, name: "again" });
    await expect.poll(rows).toEqual([expect.stringContaining("again")]);
  });
});
