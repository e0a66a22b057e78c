import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { findAxeViolations } from "../pages/firefox-axe.ts";
import { preferColours } from "../pages/firefox-colours.ts";
import { FirefoxOptions } from "../pages/firefox-options.ts";
import { answerPermissionPrompt } from "../pages/firefox-permission-prompt.ts";
import { FirefoxPopup } from "../pages/firefox-popup.ts";
import { press, surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openFirefoxSession, type FirefoxSession } from "./firefox-session.ts";

/** The callback URL to allow. It derives from the add-on's id, so it is the same everywhere. */
const redirectUrl = "https://0f6e79c7a7f5fd7eeb43c5ab720e5c0afcc68eba.extensions.allizom.org/";

let session: FirefoxSession;
let options: FirefoxOptions;

beforeAll(async () => {
  session = await openFirefoxSession();
  options = await FirefoxOptions.open(session.firefox);
});
afterEach(async () => {
  await session.guard.expectNone();
});
afterAll(async () => {
  await session?.close();
});

test("the callback URL that the page shows is the URL that Firefox intercepts", async () => {
  expect(await options.page.evaluate(() => chrome.identity.getRedirectURL())).toBe(redirectUrl);
  await options.submitDomain(session.tenant.origin);
  await waitForWords(options.surface, ".callback", redirectUrl);
});

test("pressing Copy copies the callback URL to the clipboard", async () => {
  await press(options.surface, { kind: "button", name: "Copy the callback URL" });
  await waitForWords(options.surface, ".callback button", "Copied");
  expect(await session.firefox.chromeScope.call("() => navigator.clipboard.readText()")).toBe(
    redirectUrl,
  );
});

test("the loopback hosts are granted at the installation, and requesting them again shows no prompt", async () => {
  const pattern = "http://localhost/*";
  expect(
    await options.page.evaluate(
      (pattern) => chrome.permissions.contains({ origins: [pattern] }),
      pattern,
    ),
  ).toBe(true);
  // Firefox allows a permission request only while the page handles a click, even for a granted
  // host: the form must request it first.
  await expect(
    options.page.evaluate((pattern) => chrome.permissions.request({ origins: [pattern] }), pattern),
  ).rejects.toThrow("may only be called from a user input handler");
});

test("a host without permission causes a prompt: denying shows a message, allowing continues", async () => {
  const { firefox } = session;
  await options.submitDomain("tenant.invalid");
  await answerPermissionPrompt(firefox, "deny");
  expect(await options.tenantAnswer("Access was not granted.")).toContain("https://tenant.invalid");
  await options.submitDomain("tenant.invalid");
  await answerPermissionPrompt(firefox, "allow");
  expect(await options.tenantAnswer("Could not check the domain.")).toContain(
    "No response from https://tenant.invalid",
  );
});

test("a tenant and its management credential are saved, and the stream starts", async () => {
  const { tenant, control } = session;
  const saved = await options.saveTenant({
    domain: tenant.origin,
    clientId: demo.clientId,
    name: demo.tenantName,
  });
  expect(saved).toContain(`${tenant.origin}/`);
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  await waitForWords(options.surface, ".stored", "Client credentials in use.");
  const facts = (await control.log()).map(({ fact }) => fact);
  expect(facts).toContain("access_token issued");
});

test("a reopened page shows the tenant, and never the secret", async () => {
  const page = await session.firefox.extensionPage("options.html");
  const again = new FirefoxOptions(page);
  const readFields = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>(".about input")]
        .filter(({ type }) => type === "text" || type === "password")
        .map(({ value }) => value),
    );
  await waitForWords(again.surface, ".tenant-head", demo.tenantName);
  expect(await readFields()).toEqual([session.tenant.origin, demo.clientId, demo.tenantName, ""]);
  await again.openSection("credential");
  await waitForWords(again.surface, ".stored", "Client credentials in use.");
  // The form is collapsed: a returned secret would be in one of its fields.
  await press(again.surface, { kind: "button", name: "Replace credential…" });
  expect(await readFields()).toEqual(["", ""]);
  const text = await page.evaluate(() => document.body.innerText);
  expect(text).toContain(demo.tenantName);
  expect(text).not.toContain(demo.managementClientSecret);
  await page.close();
});

test("another page opens a section of the tenant in the open options tab", async () => {
  const { firefox, tenant } = session;
  const other = await firefox.extensionPage("popup.html");
  const pages = (await other.browser().pages()).length;
  await other.evaluate(
    (tenantId) =>
      chrome.runtime.sendMessage({
        command: "options.open",
        request: { at: { tenantId, part: "credential" } },
      }),
    tenant.origin,
  );
  await expect
    .poll(() => options.page.evaluate(() => document.activeElement?.id))
    .toBe("credential-heading");
  expect(await other.browser().pages()).toHaveLength(pages);
  await other.close();
});

test("each section has a URL: back, forward and a reload restore the section and its tenant", async () => {
  const { page } = options;
  const second = await startTenant({ port: 0, demoPort: 0 });
  await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
  await options.openSection("stream");
  await options.choose(session.tenant.origin);
  await options.openSection("data");
  const go = (steps: number) => page.evaluate(`history.go(${steps})`);
  const focused = () => page.evaluate(() => document.activeElement?.id);
  await go(-1);
  await expect.poll(focused).toBe("stream-heading");
  await options.expectChosen(session.tenant.origin);
  await go(-1);
  await options.expectChosen(second.origin);
  await page.evaluate("location.reload()");
  await expect.poll(focused).not.toBe("stream-heading");
  await options.expectChosen(second.origin);
  await waitForWords(options.surface, ".about h2", "Event stream");
  await go(2);
  await waitForWords(options.surface, ".about h2", "Data and privacy");
  await options.choose(second.origin);
  await options.forgetTenant("second");
  await second.stop();
});

test("panel and popup keep their tenant when another one is saved or selected in the options", async () => {
  const { firefox, tenant } = session;
  const second = await startTenant({ port: 0, demoPort: 0 });
  const page = await firefox.extensionPage("popup.html");
  const popup = new FirefoxPopup(surfaceOfTab(page));
  await popup.expectTenant(tenant.origin);
  await options.saveTenant({ domain: second.origin, clientId: demo.clientId, name: "second" });
  await options.expectChosen(second.origin);
  expect(await popup.tenant()).toBe(tenant.origin);
  await options.choose(tenant.origin);
  await popup.chooseTenant(second.origin);
  await options.expectChosen(tenant.origin);
  await options.choose(second.origin);
  await popup.chooseTenant(tenant.origin);
  await options.expectChosen(second.origin);
  expect(await popup.tenant()).toBe(tenant.origin);
  await options.forgetTenant("second");
  await options.expectChosen(tenant.origin);
  await page.close();
  await second.stop();
});

test("a missing or removed permission is requested again at the tenant that the URL names", async () => {
  const { firefox } = session;
  const origin = "https://far.invalid";
  const page = await firefox.extensionPage("options.html");
  const { surface } = new FirefoxOptions(page);
  await page.evaluate((origin) => {
    const file = {
      kind: "tenant-inspector-settings",
      version: 2,
      exportedAt: "",
      tenants: [{ id: origin, name: "far away", origin, clientId: "any" }],
    };
    return chrome.runtime.sendMessage({
      command: "settings.import",
      request: { file, loginOrigins: [origin] },
    });
  }, origin);
  await page.evaluate(
    (tenantId) =>
      chrome.runtime.sendMessage({
        command: "options.open",
        request: { at: { tenantId, part: "tenant" } },
      }),
    origin,
  );
  const section = ".about";
  const grant = { kind: "button", name: "Grant access", within: section } as const;
  await waitForWords(surface, section, "The extension has no access to the tenant.");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("grant-access");

  await press(surface, grant);
  await answerPermissionPrompt(firefox, "deny");
  await waitForWords(surface, section, "Access was denied.");
  await press(surface, grant);
  await answerPermissionPrompt(firefox, "allow");
  await waitForWords(surface, section, /^(?!.*Grant access)/s);

  await page.evaluate(
    (pattern) => chrome.permissions.remove({ origins: [pattern] }),
    `${origin}/*`,
  );
  await waitForWords(surface, section, "Grant access");
  await page.close();
});

test.each(["light", "dark"] as const)("axe finds no violation in %s colours", async (scheme) => {
  await preferColours(session.firefox, scheme);
  expect(await findAxeViolations(options.surface)).toEqual([]);
});

test("axe runs for real: it finds a planted violation, and it sees the preferred colours", async () => {
  await preferColours(session.firefox, "dark");
  const page = await session.firefox.extensionPage("options.html");
  const surface = surfaceOfTab(page);
  await page.evaluate(() => {
    const faint = document.createElement("p");
    faint.id = "faint";
    faint.textContent = "Black on the dark ground";
    faint.style.color = "rgb(0, 0, 0)";
    document.querySelector("main")?.append(faint);
  });
  expect(await findAxeViolations(surface)).toEqual([
    expect.stringContaining("color-contrast at #faint"),
  ]);
  await page.close();
});
