import type { Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openFirefox, type OpenedFirefox } from "../../launch/open-firefox.ts";
import { startRefusingProxy, type RefusingProxy } from "../../launch/refusing-proxy.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchFirefoxConsoles } from "../browsers/firefox-console-guard.ts";
import { FirefoxRunPage } from "../pages/firefox-run-page.ts";
import { press, surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox, type FirefoxPanel } from "../pages/firefox-toolbox.ts";
import { FirefoxEventPage } from "../pages/firefox-worker.ts";
import { requestSandbox } from "../pages/sandbox-control.ts";

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
  eventPage: FirefoxEventPage;
}

let proxy: RefusingProxy;
let profile: TemporaryFolder;
let stage: Stage;

async function openStage(): Promise<Stage> {
  const firefox = await openFirefox({
    extensionDir: builtExtension.firefox,
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
  return { firefox, guard, panel, run: new FirefoxRunPage(panel), options, eventPage };
}

beforeAll(async () => {
  proxy = await startRefusingProxy();
  profile = await makeTemporaryFolder("sandbox");
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

describe.each([
  ["an event page that runs", () => Promise.resolve()],
  [
    "an event page that is ended before each step",
    (): Promise<void> => stage.eventPage.terminate(),
  ],
] as const)("with %s", (_name, interrupt) => {
  test("a login with code and PKCE takes a typed password, and refuses a wrong one", async () => {
    const window = await runLogin({ "Response type": "code pkce" });
    await waitForWords(surfaceOfTab(window), "header", "Log in as");
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
    await waitForWords(surfaceOfTab(window), "header", "Log in as");
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
    await stage.options.evaluate(requestSandbox, [
      "POST",
      "/_control/events",
      JSON.stringify({ type: "user.created", count: 1 }),
    ] as const);
    const read = async () => (await stage.eventPage.toolbarButton()).text;
    await expect.poll(read, { timeout: 60_000 }).not.toBe(before);
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

test("“Forget this tenant” ends the sandbox and deletes what it stored", async () => {
  const { options } = stage;
  const listDatabases = async () =>
    (await options.evaluate(() => indexedDB.databases())).map(({ name }) => name);
  expect(await listDatabases()).toContain("sandbox");
  const surface = surfaceOfTab(options);
  await press(surface, { kind: "button", name: "Forget this tenant…" });
  await waitForWords(surface, ".about", "The sandbox ends, and all that it stored is deleted.");
  await press(surface, { kind: "button", name: "Forget tenant" });
  await waitForWords(surface, ".tenants", "No tenants yet.");
  await expect.poll(listDatabases).not.toContain("sandbox");
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
