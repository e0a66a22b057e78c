import { createServer, type Server } from "node:net";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { watchWorker } from "../pages/worker.ts";
import { bringForward, openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

const callback = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";

let stage: SurfaceStage;
let panel: PanelPage;
let options: OptionsPage;
/** Takes the place of the callback's host: a request to it would leak the URL with the tokens. */
let callbackHost: { server: Server; connections: number };

beforeAll(async () => {
  const server = createServer((socket) => {
    callbackHost.connections += 1;
    socket.destroy();
  });
  callbackHost = { server, connections: 0 };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  stage = await openSurfaceStage({
    args: [`--host-resolver-rules=MAP *.chromiumapp.org 127.0.0.1:${address.port}`],
  });
  panel = new PanelPage(stage.panel);
  options = new OptionsPage(stage.options);
  await bringForward(stage, "options");
  await options.saveTenant({
    domain: stage.tenant.origin,
    clientId: demo.clientId,
    name: demo.tenantName,
  });
  await stage.options.getByText("Tenant saved.").waitFor();
});
beforeEach(() => bringForward(stage, "panel"));
afterAll(async () => {
  await stage?.close();
  callbackHost?.server.close();
});

const openLogin = (clientId: string = demo.clientId): Promise<Page> =>
  openLoginWindow(stage.chromium.context, stage.tenant.origin, () =>
    panel.startLogin({ clientId, prompt: "login" }),
  );

/** Closes the login window as a user does, and returns the text of the run's outcome. */
async function closeAndRead(window: Page): Promise<string> {
  await window.close();
  return await panel.runOutcome();
}

const readSessionRules = () =>
  stage.options.evaluate(async () => (await chrome.declarativeNetRequest.getSessionRules()).length);

describe("a login that fails", () => {
  const outcomes = new Map<string, string>();

  test("quotes the tenant for an unknown client", async () => {
    const window = await openLogin("nobody");
    await window.getByRole("heading", { name: "Unknown client" }).waitFor();
    const words = await closeAndRead(window);
    outcomes.set("unknown client", words);
    expect(words).toContain("The tenant rejected the request with status 400.");
    expect(words).toContain("is not registered at this tenant");
    expect(words).toMatch(/client ID\s+nobody/);
  });

  test("quotes the tenant for a callback that is not allowed", async () => {
    const window = await openLogin(demo.managementClientId);
    await window.getByRole("heading", { name: "Callback URL mismatch" }).waitFor();
    const words = await closeAndRead(window);
    outcomes.set("callback", words);
    expect(words).toContain("The tenant rejected the request with status 400.");
    expect(words).toContain("Callback URL mismatch");
    expect(words).toContain(callback);
  });

  test("reports a window that the user closed", async () => {
    const window = await openLogin();
    await window.getByLabel("Password").waitFor();
    const words = await closeAndRead(window);
    outcomes.set("closed", words);
    expect(words).toContain("The login window was closed");
  });

  test("can be completed in the same window after a wrong password", async () => {
    const window = await openLogin();
    await logIn(window, { ...demo.user, password: "wrong" });
    await window.getByText("Wrong email or password.").waitFor();
    await logIn(window, demo.user);
    expect(await panel.runOutcome()).toContain("Logged in.");
    await expect.poll(() => window.isClosed()).toBe(true);
  });

  test("reports a tenant that does not respond, in the last of four different texts", async () => {
    const gone = await startTenant({ port: 0, demoPort: 0 });
    await bringForward(stage, "options");
    await options.saveTenant({ domain: gone.origin, clientId: demo.clientId, name: "gone" });
    await panel.chooseTenant("gone");
    await gone.stop();
    await bringForward(stage, "panel");
    const opened = stage.chromium.context.waitForEvent("page");
    await panel.startLogin({ clientId: demo.clientId, prompt: "login" });
    const window = await opened;
    await waitFor(() => window.url().startsWith("chrome-error://"), {
      what: "the browser to show that nothing answers",
    });
    outcomes.set("unreachable", await closeAndRead(window));
    expect(outcomes.get("unreachable")).toContain(`${gone.origin} did not respond.`);
    expect(new Set(outcomes.values()).size).toBe(4);
    for (const words of outcomes.values()) expect(words).not.toMatch(/state=|nonce=/);
  });
});

/** Opens a second panel in the DevTools of another tab; closing that tab closes both. */
async function openSecondPanel(): Promise<{ panel: PanelPage; close: () => Promise<void> }> {
  const inspected = await stage.chromium.context.newPage();
  await inspected.goto(stage.tenant.demoOrigins[1]);
  const { frame } = await openInspectorPanel(stage.chromium, inspected);
  return { panel: new PanelPage(frame), close: () => inspected.close() };
}

/** Starts a login in a panel, and returns the window that opens for it. */
async function openLoginFrom(from: PanelPage): Promise<Page> {
  const opened = stage.chromium.context.waitForEvent("page");
  await from.startLogin({ clientId: demo.clientId, prompt: "login" });
  const window = await opened;
  await window.getByLabel("Password").waitFor();
  return window;
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(readSessionRules).toBe(0);
  const readStored = () =>
    stage.options.evaluate(async () => {
      // The tokens of successful logins are listed there until the user forgets them.
      const { seenTokens: _, ...session } = await chrome.storage.session.get();
      return JSON.stringify([session, await chrome.storage.local.get()]);
    });
  // The worker closes the window, and then removes the login from its list.
  await expect.poll(readStored).not.toMatch(/access_token|id_token|eyJ|"logins"/);
}

describe("a slow login", () => {
  beforeAll(() => panel.chooseTenant(demo.tenantName));

  test("returns to the panel after the worker was stopped", async () => {
    const window = await openLogin();
    await window.getByLabel("Password").waitFor();
    const watch = await watchWorker(stage.chromium);
    await watch.stop();
    await watch.waitUntilRunning();
    await watch.end();
    await logIn(window, demo.user);
    expect(await panel.runOutcome()).toContain("Logged in.");
    await expect.poll(() => window.isClosed()).toBe(true);
    await expectNothingLeft();
  });

  test("reports its closed window after the worker was stopped twice", async () => {
    const window = await openLogin();
    await window.getByLabel("Password").waitFor();
    const watch = await watchWorker(stage.chromium);
    for (const _time of [1, 2]) {
      await watch.stop();
      await watch.waitUntilRunning();
    }
    await watch.end();
    expect(await closeAndRead(window)).toContain("The login window was closed.");
    await expectNothingLeft();
  });

  test.each([
    ["by the worker that opened it", false],
    ["by the next worker", true],
  ])("is closed by a cancellation of the run, %s", async (_by, isNext) => {
    const window = await openLogin();
    await window.getByLabel("Password").waitFor();
    if (isNext) {
      const watch = await watchWorker(stage.chromium);
      await watch.stop();
      await watch.waitUntilRunning();
      await watch.end();
    }
    await panel.cancelRun();
    await expect.poll(() => window.isClosed()).toBe(true);
    expect(await panel.runOutcome()).toContain("Cancelled.");
    await expectNothingLeft();
  });

  test("runs beside another login, each with its own outcome", async () => {
    const other = await openSecondPanel();
    const second = await openLoginFrom(other.panel);
    await bringForward(stage, "panel");
    const first = await openLoginFrom(panel);
    await second.close();
    expect(await other.panel.runOutcome()).toContain("The login window was closed.");
    await logIn(first, demo.user);
    expect(await panel.runOutcome()).toContain("Logged in.");
    await other.close();
    await expectNothingLeft();
  });

  test("ends without a trace if its panel was closed meanwhile", async () => {
    const other = await openSecondPanel();
    const window = await openLoginFrom(other.panel);
    await other.close();
    const closed = window.waitForEvent("close");
    await logIn(window, demo.user);
    await closed;
    await expectNothingLeft();
  });

  test("returns also if its window went to another page and back", async () => {
    const window = await openLogin();
    await window.getByLabel("Password").waitFor();
    await window.goto(stage.tenant.demoOrigins[0]);
    await window.goBack();
    await logIn(window, demo.user);
    expect(await panel.runOutcome()).toContain("Logged in.");
  });

  test("returns at once if the tenant shows no page", async () => {
    await panel.startLogin({ clientId: demo.clientId, prompt: "none" });
    expect(await panel.runOutcome()).toContain("Logged in.");
    await expectNothingLeft();
  });

  test("keeps the URL with the tokens off the network, which receives it without the block", async () => {
    expect(callbackHost.connections).toBe(0);
    const page = await stage.chromium.context.newPage();
    await page.goto(callback).catch(() => undefined);
    await page.close();
    expect(callbackHost.connections).toBeGreaterThan(0);
  });
});

/** Permits only this host, or all hosts, as a user does on the browser's extensions page. */
async function restrictHosts(host: string | undefined): Promise<void> {
  const page = await stage.chromium.context.newPage();
  await page.goto("chrome://extensions");
  const { extensionId } = stage.chromium;
  const setAccess = (hostAccess: string) =>
    page.evaluate(
      `chrome.developerPrivate.updateExtensionConfiguration({ extensionId: "${extensionId}", hostAccess: "${hostAccess}" })`,
    );
  // Permit all hosts first: this removes the permissions for single hosts.
  await setAccess("ON_ALL_SITES");
  if (host !== undefined) {
    await setAccess("ON_SPECIFIC_SITES");
    await page.evaluate(`chrome.developerPrivate.addHostPermission("${extensionId}", "${host}")`);
  }
  await page.close();
}

describe("a login without host permissions", () => {
  afterAll(() => restrictHosts(undefined));

  test("quotes the tenant from the browser's login flow if the callback's host is not permitted", async () => {
    await restrictHosts("http://localhost/*");
    await bringForward(stage, "panel");
    await panel.startLogin({ clientId: "nobody", prompt: "login" });
    const words = await panel.runOutcome();
    expect(words).toContain("The tenant rejected the request with status 400.");
    expect(words).toContain("is not registered at this tenant");
    await logIn(await openLogin(), demo.user);
    expect(await panel.runOutcome()).toContain("Logged in.");
  });

  test("distinguishes the page for a wrong password, at which the browser ends the flow, from a closed window", async () => {
    await logIn(await openLogin(), { ...demo.user, password: "wrong" });
    expect(await panel.runOutcome()).toContain("The browser closed the login window.");
    const window = await openLogin();
    await window.getByLabel("Password").waitFor();
    expect(await closeAndRead(window)).toContain("The login window was closed.");
  });

  test("reports that the cause cannot be read if the tenant's host is not permitted", async () => {
    await restrictHosts(`${callback}*`);
    await bringForward(stage, "panel");
    const words = await closeAndRead(await openLogin("nobody"));
    expect(words).toContain(`The extension has no access to ${stage.tenant.origin}`);
    expect(words).not.toContain("did not respond");
  });
});
