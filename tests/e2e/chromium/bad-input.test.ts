import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { openLoginWindow } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { bringForward, openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

let stage: SurfaceStage;
let guard: ConsoleGuard;
let options: OptionsPage;
let popup: PopupPage;
let panel: PanelPage;

beforeAll(async () => {
  stage = await openSurfaceStage();
  guard = await watchConsoles(stage.chromium);
  options = new OptionsPage(stage.options);
  popup = new PopupPage(stage.popup);
  panel = new PanelPage(stage.panel);
});
afterAll(() => stage?.close());

/** Returns what is stored of tenants. The open panel stores its last tab, which is none of it. */
async function readStored(): Promise<unknown> {
  return await stage.options.evaluate(async () => {
    const { panelView: _panelView, ...local } = await chrome.storage.local.get();
    return { ...local, ...(await chrome.storage.session.get("credentials")) };
  });
}

async function expectWords(surface: Page | Frame, words: string): Promise<void> {
  await expect.poll(() => surface.locator("main").innerText()).toContain(words);
}

/** Returns the message at a field that is marked as invalid. */
async function readProblem(surface: Page, label: string): Promise<string> {
  const field = surface.getByLabel(label, { exact: true });
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  const words = (await field.getAttribute("aria-describedby")) ?? "";
  return await surface.locator(`[id="${words}"]`).innerText();
}

describe("right after the installation", () => {
  test("shows one sentence and one action in each tab of the panel that needs a tenant", async () => {
    await bringForward(stage, "panel");
    await expectWords(stage.panel, "No tenants yet. Add a tenant to run logins.");
    await panel.openTab("Events");
    await expectWords(stage.panel, "No tenants yet. Add a tenant to see its events.");
    // Read from the browser: an automated page always reports itself as visible.
    const isInFront = () =>
      stage.options.evaluate(async () => (await chrome.tabs.getCurrent())?.active);
    await expect.poll(isInFront).toBe(false);
    await stage.panel.getByRole("button", { name: "Add your tenant" }).click();
    await expect.poll(isInFront).toBe(true);
  });

  test("shows in the popup that there is no tenant", async () => {
    await expectWords(stage.popup, "No tenants yet. Add a tenant to manage its profiles.");
  });

  test.each([
    ["", "Enter the tenant's domain, for example acme.us.example.com."],
    ["http://acme.example.com", "Plain http is allowed only for localhost and 127.0.0.1."],
    ["acme.example.com/login?x=1", "Enter only the domain, without a path, a query"],
    ["ftp://acme.example.com", "A tenant must use https."],
    ["not a domain", "This is not a domain."],
  ])("rejects the domain “%s” at its field: %s", async (domain, sentence) => {
    const form = stage.options.locator("section[aria-labelledby=tenant-heading]");
    await form.getByLabel("Domain", { exact: true }).fill(domain);
    await form.getByRole("button", { name: "Continue" }).click();
    expect(await readProblem(stage.options, "Domain")).toContain(sentence);
    expect(await readStored()).toEqual({});
  });

  test("reports a host that does not respond, and stores no tenant", async () => {
    const words = await options.saveTenant({ domain: "localhost:1", clientId: demo.clientId });
    expect(words).toContain("Could not check the domain.");
    expect(words).toContain("No response from http://localhost:1.");
    expect(await readStored()).toEqual({});
  });

  test("reports a host that is not a tenant, and stores no tenant", async () => {
    const domain = stage.tenant.demoOrigins[0];
    const words = await options.saveTenant({ domain, clientId: demo.clientId });
    expect(words).toContain(`${domain} responds, but is not a tenant`);
    expect(await readStored()).toEqual({});
  });
});

describe("with a tenant and no credential", () => {
  beforeAll(async () => {
    await bringForward(stage, "options");
    const domain = stage.tenant.origin;
    await options.saveTenant({ domain, clientId: demo.clientId, name: demo.tenantName });
    await stage.options.getByText("Tenant saved.").waitFor();
  });

  test("shows in popup and Events tab why a credential is needed", async () => {
    await expectWords(stage.popup, "Profiles require a management credential.");
    await panel.openTab("Events");
    await expectWords(stage.panel, "requires a management credential with the scope read:events.");
  });

  test("rejects a wrong client secret in its form, and does not store it", async () => {
    const words = await options.saveClientCredentials(demo.managementClientId, "a-wrong-secret");
    expect(words).toContain("Could not save the credential.");
    expect(words).toContain("Check the client ID and secret");
    expect(words).not.toContain("a-wrong-secret");
    const everything = await stage.options.evaluate(async () =>
      JSON.stringify([await chrome.storage.local.get(), await chrome.storage.session.get()]),
    );
    expect(everything).not.toContain("a-wrong-secret");
  });
});

describe("a login from the panel", () => {
  beforeAll(() => bringForward(stage, "panel"));

  const openLogin = () =>
    openLoginWindow(stage.chromium.context, stage.tenant.origin, () =>
      panel.startLogin({ clientId: demo.clientId, prompt: "login" }),
    );

  test("closes its window and returns no token after a cancellation in the panel", async () => {
    const window = await openLogin();
    const closed = window.waitForEvent("close");
    await stage.panel.getByRole("button", { name: "Cancel" }).click();
    await closed;
    expect(await panel.runOutcome()).toContain("Cancelled.");
    expect(await stage.panel.getByRole("button", { name: /^Inspect/ }).count()).toBe(0);
  });

  test("ends with login_required for prompt=none without a session", async () => {
    await stage.chromium.context.clearCookies();
    await panel.startLogin({ clientId: demo.clientId, prompt: "none" });
    expect(await panel.runOutcome()).toContain("Login failed: login_required");
  });
});

describe("a pasted text", () => {
  beforeAll(() => bringForward(stage, "panel"));

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const encryption = encode({ alg: "RSA-OAEP", enc: "A256GCM" });

  test.each([
    ["opaque", "v7.2-opaque_token".replaceAll(".", ""), "Only its issuer can read it."],
    ["encrypted", `${encryption}.a.b.c.d`, "Only the recipient can decrypt it."],
    ["of two parts", "e30.e30", "has three parts separated by dots, but this text has 2"],
    ["not base64url", "!!!.e30.sig", "The header is not base64url"],
    ["not JSON in its header", `${Buffer.from("no").toString("base64url")}.e30.sig`, "not JSON"],
    ["JSON without a token", '{"id_token":"x"}', "There is no token in this JSON."],
    ["prose", "The token expired yesterday.", "There is no token in this text."],
    ["of two megabytes", "e30.".repeat(512 * 1024), "The text is longer than 1 MiB."],
  ])("that is %s gets a message", async (_what, text, sentence) => {
    await panel.openTab("Tokens");
    await stage.panel.getByRole("textbox").fill(text);
    await stage.panel
      .getByText(
        /^(?:(?:This is not a JWT|No token found|The text is too long)\.|Opaque token|A part is not base64url)$/,
      )
      .waitFor();
    expect(await panel.tokenReport()).toContain(sentence);
    await stage.panel.getByRole("button", { name: "Forget token" }).click();
  });

  test("with hostile values is shown as text, and its URLs are never opened", async () => {
    const markup = `<img src="${stage.tenant.origin}/planted.png" onerror="document.title='owned'">`;
    const before = await stage.control.logEnd();
    const header = encode({
      alg: "RS256",
      kid: markup,
      jku: `${stage.tenant.origin}/planted.json`,
    });
    const claims = encode({ iss: `${stage.tenant.origin}/planted/`, sub: markup, exp: 1e300 });
    await stage.panel.getByRole("textbox").fill(`${header}.${claims}.c2ln`);
    expect(await panel.tokenReport()).toContain("onerror");
    expect(await stage.panel.locator("img").count()).toBe(0);
    const log = await stage.control.log(before);
    expect(log.filter(({ path }) => path?.includes("planted"))).toEqual([]);
  });
});

describe("the popup's form", () => {
  beforeAll(async () => {
    await bringForward(stage, "options");
    await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
    await stage.options.getByText("Credential saved.").waitFor();
    await bringForward(stage, "popup");
  });

  test("reports a subject token type in use at its field", async () => {
    const profile = { name: "Twice", subjectTokenType: "urn:acme:twice", actionId: demo.actionId };
    await popup.createExchangeProfile(profile);
    await popup.createExchangeProfile(profile);
    expect(await readProblem(stage.popup, "Subject token type")).toContain(
      "already uses this subject token type",
    );
    expect(await stage.popup.getByLabel("Subject token type").inputValue()).toBe("urn:acme:twice");
  });

  test("shows the service's message for an action that is not deployed, with all possible causes", async () => {
    const words = await popup.createExchangeProfile({
      name: "A draft",
      subjectTokenType: "urn:acme:draft",
      actionId: "act_demo_draft",
    });
    expect(words).toContain("Could not create the profile.");
    expect(words).toContain("The action is not deployed");
    expect(await stage.popup.locator(".notice li").count()).toBe(5);
  });
});

test("throws no exception and writes no error to a console", async () => {
  // The browser logs each error response itself. These are not errors of the extension.
  const isBrowsers = /Failed to load resource/;
  const entries = await guard.entries();
  expect(entries.filter(({ text }) => !isBrowsers.test(text))).toEqual([]);
  await guard.end();
});
