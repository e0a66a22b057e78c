import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { findAxeViolations } from "../pages/firefox-axe.ts";
import { preferColours } from "../pages/firefox-colours.ts";
import type { FirefoxOptions } from "../pages/firefox-options.ts";
import { FirefoxPopup, openFirefoxPopup } from "../pages/firefox-popup.ts";
import { press, surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openFirefoxSession, setUpInspector, type FirefoxSession } from "./firefox-session.ts";

let session: FirefoxSession;
let options: FirefoxOptions;

beforeAll(async () => {
  session = await openFirefoxSession();
  options = await setUpInspector(session);
});
afterEach(async () => {
  await session.guard.expectNone();
});
afterAll(async () => {
  await session?.close();
});

/** Returns the details of the facts with this name from the tenant's own log. */
async function readFacts(name: string) {
  const entries = await session.control.log();
  return entries.filter(({ fact }) => fact === name).map(({ details }) => details);
}

test("the popup, opened as a page, creates a token exchange profile and updates a connection profile", async () => {
  const page = await session.firefox.extensionPage("popup.html");
  const popup = new FirefoxPopup(surfaceOfTab(page));
  const created = await popup.createExchangeProfile({
    name: "Legacy identity provider",
    subjectTokenType: "urn:acme:legacy-token",
    actionId: demo.actionId,
  });
  expect(created).toContain("Token exchange profile created.");
  const id = /tep_\w+/.exec(created)?.[0];
  expect(await readFacts("token exchange profile created")).toEqual([{ id }]);

  expect(await popup.changePrefixTemplate("t-{org_name}")).toContain("Connection profile updated.");
  expect(await popup.prefixTemplate()).toBe("t-{org_name}");
  expect(await readFacts("connection profile updated")).toEqual([
    expect.objectContaining({ fields: ["connection_name_prefix_template"] }),
  ]);
  await page.close();
});

test("opens the page of an event at a URL that names neither tenant nor event", async () => {
  const { firefox, control, tenant } = session;
  const page = await firefox.extensionPage("popup.html");
  const { eventId } = await control.createUser("own.page@example.com");
  await waitForWords(surfaceOfTab(page), ".newest", "own.page@example.com");
  const address = await page.evaluate(
    () => document.querySelector(".newest a")?.getAttribute("href") ?? "",
  );
  expect(address).toMatch(/^\/event\.html#event\/[0-9a-f]{16}\/\d+\/\d+$/);
  const event = await firefox.extensionPage(address.slice(1));
  const words = await waitForWords(surfaceOfTab(event), "main", "own.page@example.com");
  expect(words).toContain(eventId);
  expect(words).toContain(demo.tenantName);
  expect(event.url()).not.toContain(new URL(tenant.origin).host);
  await event.close();
  await page.close();
});

test("the real popup below the toolbar button creates a profile and shows the newest event", async () => {
  const { firefox, control } = session;
  const before = await readFacts("token exchange profile created");
  const opened = await openFirefoxPopup(firefox, options.page);
  const created = await opened.popup.createExchangeProfile({
    name: "Partner",
    subjectTokenType: "https://partner.example.com/token",
    actionId: demo.actionId,
  });
  expect(created).toContain("Token exchange profile created.");
  const id = /tep_\w+/.exec(created)?.[0];
  expect(await readFacts("token exchange profile created")).toEqual([...before, { id }]);

  await control.createUser("new.hire@example.com");
  const newest = await waitForWords(opened.popup.surface, ".newest", "new.hire@example.com");
  expect(newest).toContain("user.created");
  await waitFor(
    async () => (await options.page.evaluate("chrome.action.getBadgeText({})")) === "",
    {
      what: "the badge to be empty after the event was viewed",
    },
  );
  await opened.close();
});

test("its link opens the options page, and the popup closes", async () => {
  const isInFront = () => options.page.evaluate(() => document.visibilityState === "visible");
  const other = await session.firefox.browser.newPage();
  await waitFor(async () => !(await isInFront()), { what: "another tab to be in front" });
  const opened = await openFirefoxPopup(session.firefox, options.page);
  await press(opened.popup.surface, { kind: "button", name: "Options" });
  await waitFor(isInFront, { what: "the options page to be in front" });
  expect(await isInFront()).toBe(true);
  // By default, Firefox leaves a popup open over the page that it opened.
  await waitFor(async () => !(await opened.isOpen()), { what: "the popup to close" });
  await other.close();
});

test.each(["light", "dark"] as const)("axe finds no violation in %s colours", async (scheme) => {
  await preferColours(session.firefox, scheme);
  const page = await session.firefox.extensionPage("popup.html");
  const surface = surfaceOfTab(page);
  await press(surface, { kind: "tab", name: "Token exchange" });
  await waitForWords(surface, ".profiles", "Legacy identity provider");
  expect(await findAxeViolations(surface), "exchange profiles").toEqual([]);
  await press(surface, { kind: "button", name: "New profile" });
  await waitForWords(surface, ".form", "New token exchange profile");
  expect(await findAxeViolations(surface), "new exchange profile").toEqual([]);
  await press(surface, { kind: "button", name: "Back to the list" });
  await press(surface, { kind: "button", name: "Run an exchange with Legacy identity provider" });
  await waitForWords(surface, ".form", "Subject token");
  expect(await findAxeViolations(surface), "run of an exchange").toEqual([]);
  await press(surface, { kind: "tab", name: "Connections" });
  await waitForWords(surface, ".profile-list", /profiles?$/);
  expect(await findAxeViolations(surface), "connection profiles").toEqual([]);
  await surface.click(".profile-list li:first-child .row");
  await waitForWords(surface, ".profile-editor", "Connection name prefix template");
  expect(await findAxeViolations(surface), "connection profile").toEqual([]);
  await page.close();
});
