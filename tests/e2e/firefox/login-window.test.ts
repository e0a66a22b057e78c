import type { Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { logInWithFirefox, openFirefoxLoginWindow } from "../pages/firefox-login-window.ts";
import type { FirefoxOptions } from "../pages/firefox-options.ts";
import { FirefoxInspectorPanel } from "../pages/firefox-panel.ts";
import { surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { FirefoxEventPage } from "../pages/firefox-worker.ts";
import { openFirefoxSession, setUpInspector, type FirefoxSession } from "./firefox-session.ts";

let session: FirefoxSession;
let options: FirefoxOptions;
let inspector: FirefoxInspectorPanel;

beforeAll(async () => {
  session = await openFirefoxSession();
  const { firefox, tenant } = session;
  options = await setUpInspector(session);
  const inspected = await firefox.browser.newPage();
  const demoApp = `${tenant.demoOrigins[0]}/`;
  await inspected.goto(demoApp);
  inspector = new FirefoxInspectorPanel(await openInspectorToolbox(firefox, demoApp));
});
afterEach(async () => {
  await session.guard.expectNone();
});
afterAll(async () => {
  await session?.close();
});

const openLogin = (clientId: string = demo.clientId): Promise<Page> =>
  openFirefoxLoginWindow(session.firefox, session.tenant.origin, () =>
    inspector.startLogin({ clientId, prompt: "login" }),
  );

describe("a login that fails", () => {
  const outcomes = new Map<string, string>();

  test("quotes the tenant for an unknown client", async () => {
    const window = await openLogin("nobody");
    await waitForWords(surfaceOfTab(window), "h1", "Unknown client");
    await window.close();
    const words = await inspector.runOutcome("The tenant rejected the request with status 400.");
    outcomes.set("unknown client", words);
    expect(words).toContain("is not registered at this tenant");
    expect(words).toContain("The tenant knows the client ID nobody.");
  });

  test("quotes the tenant for a callback URL that is not allowed", async () => {
    const window = await openLogin(demo.managementClientId);
    await waitForWords(surfaceOfTab(window), "h1", "Callback URL mismatch");
    await window.close();
    const words = await inspector.runOutcome("The tenant rejected the request with status 400.");
    outcomes.set("callback", words);
    expect(words).toContain("Callback URL mismatch");
  });

  test("reports that the user closed the window", async () => {
    await (await openLogin()).close();
    const words = await inspector.runOutcome("The login window was closed.");
    outcomes.set("closed", words);
    expect(words).toContain("The tenant accepts the request");
  });

  test("is corrected in the same window after a wrong password", async () => {
    const window = await openLogin();
    await logInWithFirefox(window, { ...demo.user, password: "wrong" });
    await waitForWords(surfaceOfTab(window), "main", "Wrong email or password.");
    await logInWithFirefox(window, demo.user);
    expect(await inspector.runOutcome("Logged in.")).toContain("Inspect ID token");
  });

  test("reports that the event page stopped while the window was open", async () => {
    const window = await openLogin();
    await new FirefoxEventPage(session.firefox).terminate();
    const words = await inspector.runOutcome("The login was interrupted.");
    expect(words).toContain("Close that window if it is still open");
    await window.close();
  });

  test("reports a tenant that does not respond, in the last of four different messages", async () => {
    const { browser } = session.firefox;
    const gone = await startTenant({ port: 0, demoPort: 0 });
    await options.saveTenant({ domain: gone.origin, clientId: demo.clientId, name: "gone" });
    await inspector.chooseTenant(gone.origin);
    await gone.stop();
    const known = new Set(await browser.pages());
    await inspector.startLogin({ clientId: demo.clientId, prompt: "login" });
    const window = await waitFor(
      // Firefox reports no closing to the extension until the window has loaded.
      async () => {
        const page = (await browser.pages()).find((page) => !known.has(page));
        return page?.url().startsWith("about:neterror") === true && page;
      },
      { what: "a login window with the browser's error page" },
    );
    await window.close();
    const words = await inspector.runOutcome("The tenant did not respond.");
    outcomes.set("unreachable", words);
    expect(words).toContain(gone.origin);
    expect(new Set(outcomes.values()).size).toBe(4);
  });
});
