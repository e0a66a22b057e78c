import type { Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readFirefoxId } from "../../../identities.ts";
import { demo } from "../../launch/demo.ts";
import { makePackage } from "../../launch/make-package.ts";
import { openFirefox, type OpenedFirefox } from "../../launch/open-firefox.ts";
import { startRefusingProxy, type RefusingProxy } from "../../launch/refusing-proxy.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchFirefoxConsoles } from "../browsers/firefox-console-guard.ts";
import { FirefoxPopup } from "../pages/firefox-popup.ts";
import { FirefoxRunPage } from "../pages/firefox-run-page.ts";
import { press, surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox, type FirefoxPanel } from "../pages/firefox-toolbox.ts";
import { FirefoxEventPage } from "../pages/firefox-worker.ts";
import { SandboxControl } from "../pages/sandbox-control.ts";

/** A page without any request, which the toolbox inspects. */
const inspectedUrl = "data:text/html,<title>nothing</title><h1>Nothing</h1>";

/** The hosts that Firefox itself asks, for its updates, settings and lists. */
const browserHosts = /^\w+ (?:https?:\/\/)?[\w.-]+\.(?:mozilla\.(?:com|net|org)|firefox\.com)[:/]/;

/** A browser without any network, and the surfaces of the add-on in it. */
interface Stage {
  firefox: OpenedFirefox;
  guard: ConsoleGuard;
  panel: FirefoxPanel;
  run: FirefoxRunPage;
  options: Page;
  control: SandboxControl;
  eventPage: FirefoxEventPage;
}

let proxy: RefusingProxy;
let profile: TemporaryFolder;
let packed: TemporaryFolder;
/** The unpacked content of the built zip. */
let extensionDir: string;
let stage: Stage;

async function openStage(): Promise<Stage> {
  const firefox = await openFirefox({
    extensionDir,
    addonId: readFirefoxId("store"),
    profileDir: profile.path,
    prefs: {
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": proxy.port,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": proxy.port,
      "network.proxy.allow_hijacking_localhost": true,
    },
  });
  const guard = await watchFirefoxConsoles(firefox);
  const options = await firefox.extensionPage("options.html");
  const inspected = await firefox.browser.newPage();
  await inspected.goto(inspectedUrl);
  const panel = await openInspectorToolbox(firefox, inspectedUrl);
  const eventPage = new FirefoxEventPage(firefox);
  const control = new SandboxControl((run, request) => options.evaluate(run, request));
  return { firefox, guard, panel, run: new FirefoxRunPage(panel), options, control, eventPage };
}

beforeAll(async () => {
  proxy = await startRefusingProxy();
  profile = await makeTemporaryFolder("sandbox");
  packed = await makeTemporaryFolder("sandbox-package");
  extensionDir = await makePackage("firefox", packed.path, "store");
  stage = await openStage();
});
afterEach(async ({ task }) => {
  if (task.name.startsWith("a request of the browser")) return;
  await stage.guard.expectNone();
  const requests = listRequests();
  if (requests.length > 0) throw new Error(`The browser asked for ${requests.join(", ")}`);
});
afterAll(async () => {
  await stage?.firefox.close();
  await profile?.remove();
  await packed?.remove();
  await proxy?.close();
});

/** The requests that the proxy refused, without those of the browser itself, and without searches. */
const listRequests = () =>
  proxy.requests.filter((line) => line !== search && !browserHosts.test(line));

/** The request of a view without a tenant, which looks for a local one on this machine. */
const search = "GET http://localhost:4400/_control/description HTTP/1.1";
const countSearches = () => proxy.requests.filter((line) => line === search).length;
let searchesWithoutTenant = 0;

/** Starts a run, and returns the window in which the sandbox shows its pages. */
async function openWindow(): Promise<Page> {
  const find = async () => {
    for (const page of await stage.firefox.browser.pages()) {
      const path = await page.evaluate(() => location.pathname).catch(() => "");
      if (path === "/sandbox-browser.html") return page;
    }
    return undefined;
  };
  await waitFor(async () => (await find()) === undefined, {
    what: "the window of the run before to close",
  });
  await stage.run.start();
  return await waitFor(find, { what: "the window of the sandbox" });
}

/** Fills in a field of the shown page, which is in a shadow tree. */
async function fill(page: Page, name: string, value: string): Promise<void> {
  const field = await page.waitForSelector(`>>> input[name=${name}]`);
  await field?.click({ count: 3 });
  await field?.type(value);
}

async function logIn(page: Page, password: string = demo.user.password): Promise<void> {
  await fill(page, "username", demo.user.email);
  await fill(page, "password", password);
  await page.keyboard.press("Enter");
}

async function runLogin(values: Readonly<Record<string, string>> = {}): Promise<Page> {
  await stage.run.choose("Login with redirect", "extension");
  await stage.run.enter({ "Client ID": demo.clientId, Prompt: "login", ...values });
  return await openWindow();
}

test("one click on “Try the sandbox” opens it, and two more decode an ID token", async () => {
  await press(stage.panel, { kind: "tab", name: "Run" });
  await press(stage.panel, { kind: "button", name: "Try the sandbox" });
  await waitForWords(stage.panel, ".panel", "Allowed callback URLs");
  const window = await openWindow();
  const login = { kind: "button", name: `Log in as ${demo.user.email}` } as const;
  await press(surfaceOfTab(window), login);
  expect(await stage.run.outcome()).toContain("Logged in.");
  expect(await stage.run.result()).toContain('name: "Ada Lovelace"');
  searchesWithoutTenant = countSearches();
  expect(searchesWithoutTenant).toBeGreaterThan(0);
});

/** Returns the text of the newest gap in the shown list; empty without one. */
async function readGap(): Promise<string> {
  const read = () =>
    [...document.querySelectorAll<HTMLElement>(".event-row.mark")].find(({ innerText }) =>
      innerText.includes("gap"),
    )?.innerText ?? "";
  return z.string().parse(await stage.panel.evaluate(read));
}

describe.each([
  ["an event page that runs", () => Promise.resolve()],
  [
    "an event page that is ended before each step",
    (): Promise<void> => stage.eventPage.terminate(),
  ],
] as const)("with %s", (name, interrupt) => {
  test("a login with code and PKCE takes a typed password, and refuses a wrong one", async () => {
    const window = await runLogin({ "Response type": "code pkce" });
    await waitForWords(surfaceOfTab(window), ".bar", "Log in as");
    await interrupt();
    await logIn(window, "wrong");
    await window.waitForSelector(">>> .problem");
    await interrupt();
    await logIn(window);
    expect(await stage.run.outcome()).toContain("Logged in.");
  });

  test("an ID token with HS256 is refused", async () => {
    const window = await runLogin({
      "Client ID": demo.hs256ClientId,
      "Response type": "token id_token",
    });
    await waitForWords(surfaceOfTab(window), ".bar", "Log in as");
    await interrupt();
    await logIn(window);
    expect(await stage.run.outcome()).toContain("HS256");
  });

  test("a silent renewal works with a session, and after the logout it is refused", async () => {
    await stage.run.choose("Silent renewal", "extension");
    await stage.run.enter({ "Client ID": demo.clientId });
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toContain("checkSession returned.");
    await stage.run.choose("Logout", "extension");
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toContain("Logged out.");
    await stage.run.choose("Silent renewal", "extension");
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toContain("login_required");
  });

  test("an event shows on the badge", async () => {
    await waitForWords(stage.panel, ".stream-words", "listening", 60_000);
    const before = (await stage.eventPage.toolbarButton()).text;
    await interrupt();
    await stage.control.emitEvents(1);
    const read = async () => (await stage.eventPage.toolbarButton()).text;
    await expect.poll(read).not.toBe(before);
  });

  test("events that the sandbox no longer has are a gap in the list", async () => {
    await press(stage.panel, { kind: "tab", name: "Events" });
    await waitForWords(stage.panel, ".stream-words", "listening", 60_000);
    const lastGap = await readGap();
    await press(stage.panel, { kind: "button", name: "Pause" });
    await waitForWords(stage.panel, ".stream-words", "paused");
    await stage.control.retainEvents(3);
    await interrupt();
    await stage.control.emitEvents(10);
    await press(stage.panel, { kind: "button", name: "Resume" });
    await waitForWords(stage.panel, ".stream-words", "listening", 60_000);
    await expect.poll(readGap).toContain("gap");
    await expect.poll(readGap).not.toBe(lastGap);
    await stage.control.retainEvents(20_000);
  });

  test("a login without a password takes the code from the mailbox of the controls", async () => {
    const before = await stage.control.countMessages();
    const window = await runLogin();
    const link = await window.waitForSelector('>>> a[href*="passwordless"][href*="email"]');
    await link?.click();
    await fill(window, "recipient", demo.user.email);
    await interrupt();
    await window.keyboard.press("Enter");
    const code = await waitFor(
      async () =>
        (await stage.control.countMessages()) > before ? await stage.control.readCode() : undefined,
      { what: "an email with a code" },
    );
    await fill(window, "code", code);
    await interrupt();
    await window.keyboard.press("Enter");
    expect(await stage.run.outcome()).toContain("Logged in.");
  });

  test("a tenant with too many requests is explained", async () => {
    await stage.control.refuseNextPassword();
    await stage.run.choose("Login with a password", "extension");
    await stage.run.enter({ "Email or username": demo.user.email, Password: demo.user.password });
    await interrupt();
    await stage.run.start();
    expect(await stage.run.outcome()).toMatch(/429|too_many_requests/);
    await stage.control.call("DELETE", "/responses");
  });

  test("a profile is created, and a change of a connection profile meets a conflict", async () => {
    const { firefox } = stage;
    const page = await firefox.extensionPage("popup.html");
    const popup = new FirefoxPopup(surfaceOfTab(page));
    await interrupt();
    const created = await popup.createExchangeProfile({
      name: `Legacy tokens ${name.length}`,
      subjectTokenType: `urn:acme:legacy-${name.length}`,
      actionId: demo.actionId,
    });
    expect(created).toContain("Token exchange profile created.");
    await popup.reviewPrefixTemplate(`s${name.length}-{org_id}`);
    // Somebody else changes the same property meanwhile.
    const otherPage = await firefox.extensionPage("popup.html");
    const other = new FirefoxPopup(surfaceOfTab(otherPage));
    expect(await other.changePrefixTemplate(`t${name.length}-{org_id}`)).toContain(
      "Connection profile updated.",
    );
    await otherPage.close();
    await page.bringToFront();
    await interrupt();
    await press(popup.surface, { kind: "button", name: "Send changes" });
    await waitForWords(popup.surface, ".comparison", "Someone else changed this profile.");
    await press(popup.surface, { kind: "button", name: "Discard my changes" });
    await expect.poll(() => popup.prefixTemplate()).toBe(`t${name.length}-{org_id}`);
    await page.close();
  });
});

test("after a restart of the browser, the tenant is there, and a login works", async () => {
  await stage.firefox.close();
  stage = await openStage();
  const window = await runLogin({ "Response type": "code pkce" });
  await logIn(window);
  expect(await stage.run.outcome()).toContain("Logged in.");
  // With a tenant, nothing looks for a local one.
  expect(countSearches()).toBe(searchesWithoutTenant);
});

test("“Forget this tenant” ends the sandbox and deletes what it stored; the next one is new", async () => {
  const { firefox, options } = stage;
  const leftOpen = await firefox.extensionPage("sandbox-browser.html");
  const leftSurface = surfaceOfTab(leftOpen);
  await waitForWords(leftSurface, "body", "Things to try");
  const listDatabases = async () =>
    (await options.evaluate(() => indexedDB.databases())).map(({ name }) => name);
  expect(await listDatabases()).toContain("sandbox");
  const surface = surfaceOfTab(options);
  await press(surface, { kind: "button", name: "Forget this tenant…" });
  await waitForWords(surface, ".about", "The sandbox ends, and all that it stored is deleted.");
  await press(surface, { kind: "button", name: "Forget tenant" });
  await waitForWords(surface, ".tenants", "No tenants yet.");
  await expect.poll(listDatabases).not.toContain("sandbox");
  // A page that was left open does not bring it back.
  await press(leftSurface, { kind: "button", name: "Emit five events" });
  await waitForWords(leftSurface, "body", "This sandbox was removed.");
  await leftOpen.close();
  const openedAgain = await firefox.extensionPage("sandbox-browser.html");
  await waitForWords(surfaceOfTab(openedAgain), "body", "No sandbox");
  await openedAgain.close();
  expect(await listDatabases()).not.toContain("sandbox");
  await press(surface, { kind: "button", name: "Try the sandbox" });
  await waitForWords(surface, ".about", "Sandbox controls");
  expect(await stage.control.countMessages()).toBe(0);
});

test("a request of the browser to anything but the extension is seen by this test", async () => {
  await stage.options.evaluate(async () => {
    for (const url of ["https://acme.example/", "http://localhost:4400/"])
      await fetch(url).catch(() => undefined);
  });
  expect(listRequests()).toEqual([
    "CONNECT acme.example:443 HTTP/1.1",
    "GET http://localhost:4400/ HTTP/1.1",
  ]);
});
