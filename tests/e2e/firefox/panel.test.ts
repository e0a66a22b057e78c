import type { Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { findAxeViolations } from "../pages/firefox-axe.ts";
import { setToolboxTheme } from "../pages/firefox-colours.ts";
import { logInWithFirefox, openFirefoxLoginWindow } from "../pages/firefox-login-window.ts";
import { FirefoxInspectorPanel } from "../pages/firefox-panel.ts";
import { press, waitForWords } from "../pages/firefox-surface.ts";
import { isPanelShown, openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { FirefoxEventPage } from "../pages/firefox-worker.ts";
import { openTypesDuringSearch } from "../pages/open-types-during-search.ts";
import { openFirefoxSession, setUpInspector, type FirefoxSession } from "./firefox-session.ts";

let session: FirefoxSession;
let inspector: FirefoxInspectorPanel;

beforeAll(async () => {
  session = await openFirefoxSession({ prefs: { "devtools.theme": "dark" } });
  const { firefox, tenant } = session;
  const inspected = await firefox.browser.newPage();
  const demoApp = `${tenant.demoOrigins[0]}/`;
  await inspected.goto(demoApp);
  const panel = await openInspectorToolbox(firefox, demoApp);
  inspector = new FirefoxInspectorPanel(panel);
});
afterEach(async () => {
  await session.guard.expectNone();
});
afterAll(async () => {
  await session?.close();
});

/** Starts a login run; returns the window that opens for it. */
async function openLogin(clientId: string): Promise<Page> {
  const { firefox, tenant } = session;
  return await openFirefoxLoginWindow(firefox, tenant.origin, () =>
    inspector.startLogin({ clientId, prompt: "login" }),
  );
}

/** Runs a login in its window; returns the text of its outcome once it contains `wanted`. */
async function runLogin(clientId: string, wanted: string): Promise<string> {
  await logInWithFirefox(await openLogin(clientId), demo.user);
  return await inspector.runOutcome(wanted);
}

/** Types into the filter of the Events tab. */
const enterFilter = (text: string) => inspector.panel.fill("#events-filter", text);

/** Returns the facts with this name about a client from the tenant's own log. */
async function readFacts(name: string, clientId: string) {
  const facts = await session.control.facts(name);
  return facts.filter((details) => details?.["client_id"] === clientId);
}

test("without a tenant it links to the options page, and shows the tenant after it is added", async () => {
  const { firefox } = session;
  await waitForWords(inspector.panel, ".panel", "No tenants yet.");
  await press(inspector.panel, { kind: "button", name: "Add your tenant" });
  const shown = "() => gBrowser.selectedBrowser.currentURI.spec";
  const optionsUrl = `${firefox.extensionOrigin}/options.html#new`;
  await waitFor(async () => (await firefox.chromeScope.call(shown)) === optionsUrl, {
    what: "the form of a new tenant to be in front",
  });
  await setUpInspector(session);
  await waitForWords(inspector.panel, ".stream-state", "listening");
  expect(await inspector.panel.text(".tenant-switch option")).toBe(demo.tenantName);
});

test("a login that exceeds Firefox's idle limit of the event page still completes", async () => {
  const loginWindow = await openLogin(demo.clientId);
  // Only during the login: on a busy machine, such a short time can pass before a response.
  const eventPage = new FirefoxEventPage(session.firefox);
  await eventPage.setIdleTimeout(1_500);
  // The event page calls the browser, and then may be idle for exactly that time.
  await session.control.createUser("meanwhile@example.com");
  await waitForWords(inspector.panel, ".run-events", "1 event since this run");
  // A stopped event page would end the stream, and the seconds would restart.
  await waitForWords(inspector.panel, ".stream-state", /listening, (?:[3-9]|\d{2,}) s/);
  await eventPage.setIdleTimeout(30_000);
  await logInWithFirefox(loginWindow, demo.user);
  expect(await inspector.runOutcome("Logged in.")).toContain("13 checks passed");
});

test("a login in its own window succeeds, and the signature of its ID token is verified", async () => {
  await runLogin(demo.clientId, "Logged in.");
  expect(await readFacts("user logged in", demo.clientId)).toHaveLength(2);
  const report = await inspector.inspect("ID token");
  expect(report).toMatch(/Valid[^]*Signed by/);
  expect(report).toContain(demo.user.email);
});

test("a client with HS256 ID tokens is rejected with invalid_token", async () => {
  const words = await runLogin(demo.hs256ClientId, "Login failed: invalid_token");
  expect(words).toContain("RS256");
  expect(await readFacts("id_token issued", demo.hs256ClientId)).toEqual([
    expect.objectContaining({ alg: "HS256" }),
  ]);
  expect(await inspector.inspect("ID token")).toContain("invalid_token");
});

test("closing the login window ends the run with a message", async () => {
  await (await openLogin(demo.clientId)).close();
  const words = await inspector.runOutcome("The login window was closed.");
  expect(words).toContain("The tenant accepts the request");
});

test("the Events tab shows an event, and its whole JSON when it is selected", async () => {
  await session.control.createUser("new.hire@example.com");
  const detail = await inspector.openEvent("new.hire@example.com");
  expect(detail).toContain("user.created");
});

test("the open panel wakes a stopped event page and continues as before", async () => {
  await new FirefoxEventPage(session.firefox).terminate();
  await session.control.createUser("next.hire@example.com");
  expect(await inspector.openEvent("next.hire@example.com")).toContain("user.created");
  await runLogin(demo.clientId, "Logged in.");
});

test("a pattern without an end is stopped while the panel stays usable, and the next one filters and highlights", async () => {
  await session.control.emit({
    type: "user.updated",
    // Endless for a pattern with nested repetition.
    object: { email: "long@example.com", longText: `${"a".repeat(100)}!` },
  });
  await inspector.openTab("Events");
  await waitForWords(inspector.panel, ".event-list", "long@example.com");
  const whileItHangs = inspector.panel.evaluate(openTypesDuringSearch);
  await enterFilter("/(a+)+$/");
  expect(await whileItHangs).toContain("Searching…");
  // On a busy machine, Firefox's own limit can end the pattern before the panel's does.
  await waitForWords(
    inspector.panel,
    ".bar-notes .problem",
    /The pattern was stopped|The browser stopped the pattern/,
  );
  await enterFilter("/(LONG)@/");
  await waitForWords(inspector.panel, ".status-bar", "1 of ");
  const highlighted = "() => [...(CSS.highlights.get('filter-match') ?? [])].map(String).join()";
  await waitFor(
    async () => String(await inspector.panel.evaluate(highlighted)).startsWith("long"),
    {
      what: "the highlight",
    },
  );
  await enterFilter("");
  await press(inspector.panel, { kind: "button", name: "types ▴" });
});

test("the colours follow the toolbox's theme, even when it changes", async () => {
  const ground = () =>
    inspector.panel.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe("rgb(32, 33, 36)");
  await setToolboxTheme(session.firefox, "light");
  await waitFor(async () => (await ground()) === "rgb(255, 255, 255)", {
    what: "the panel to be white",
  });
});

test.each(["light", "dark"] as const)("axe finds no violation in the %s theme", async (theme) => {
  await setToolboxTheme(session.firefox, theme);
  await waitFor(
    () =>
      inspector.panel.evaluate(
        (theme) => document.documentElement.dataset["theme"] === theme,
        theme,
      ),
    { what: `the panel to be ${theme}` },
  );
  for (const tab of ["Trace", "Run", "Tokens", "Events"] as const) {
    await inspector.openTab(tab);
    expect(await findAxeViolations(inspector.panel), tab).toEqual([]);
  }
});

// Firefox removes the panel with its add-on. The notice is for a browser that lets it stay.
test("an add-on that is installed again leaves no dead panel, and the toolbox shows a new one", async () => {
  const { firefox, tenant } = session;
  await firefox.browser.installExtension(builtExtension.firefox);
  await waitFor(async () => (await firefox.chromeScope.call(isPanelShown)) === false, {
    what: "Firefox to remove the panel of the first add-on",
  });
  const again = await openInspectorToolbox(firefox, `${tenant.demoOrigins[0]}/`);
  await waitForWords(again, ".stream-state", "stream:");
  expect(await again.text(".tenant-switch option")).toBe(demo.tenantName);
});
