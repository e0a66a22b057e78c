import { join } from "node:path";
import { startTenant, type RunningTenant } from "../../tenant/serve.ts";
import { FirefoxOptions } from "../e2e/pages/firefox-options.ts";
import { press } from "../e2e/pages/firefox-surface.ts";
import { openToolboxPanel, type FirefoxPanel } from "../e2e/pages/firefox-toolbox.ts";
import { builtExtension } from "./build-extension.ts";
import { demo } from "./demo.ts";
import { openFirefox, type OpenedFirefox } from "./open-firefox.ts";

/** A Firefox with a window, and its toolbox on our panel. */
export interface FirefoxWindow {
  /** Missing for the sandbox, which needs no server. */
  tenant?: RunningTenant;
  panel: FirefoxPanel;
  /** Resolves when the user closes the browser. */
  closed: Promise<void>;
  close(): Promise<void>;
}

/** Opens Firefox on the demo web app, with the local tenant and its credential entered. */
export async function openFirefoxWindow(): Promise<FirefoxWindow> {
  const tenant = await startTenant({
    authLibraryFile: join(builtExtension.firefox, "auth-library.js"),
  });
  try {
    const [demoUrl] = tenant.demoOrigins;
    const opened = await open(`${demoUrl}/`, async (firefox) => {
      const options = await enterDemoTenant(firefox, tenant.origin);
      await options.page.close();
    });
    const close = async () => {
      await opened.close();
      await tenant.stop();
    };
    return { ...opened, tenant, close };
  } catch (error) {
    await tenant.stop();
    throw error;
  }
}

/** Opens Firefox on an empty page, with the panel at its sandbox. No server is started. */
export async function openFirefoxSandbox(): Promise<FirefoxWindow> {
  const url = "data:text/html,<title>Any page</title><h1>Any page</h1>";
  const opened = await open(url, async () => undefined);
  const { panel } = opened;
  await panel.showTab("tab-run");
  await press(panel, { kind: "button", name: "Try the sandbox" });
  await panel.waitForText("Sandbox controls");
  return opened;
}

/** Enters tenant and credential on the options page like a user, and keeps that page open. */
export async function enterDemoTenant(
  firefox: OpenedFirefox,
  origin: string,
): Promise<FirefoxOptions> {
  const options = await FirefoxOptions.open(firefox);
  await options.saveTenant({ domain: origin, clientId: demo.clientId, name: demo.tenantName });
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  return options;
}

async function open(
  url: string,
  prepare: (firefox: OpenedFirefox) => Promise<void>,
): Promise<FirefoxWindow> {
  const firefox = await openFirefox({ extensionDir: builtExtension.firefox, headless: false });
  try {
    const closed = new Promise<void>((resolve) => {
      firefox.browser.once("disconnected", () => resolve());
    });
    await prepare(firefox);
    const page = await firefox.browser.newPage();
    await page.goto(url);
    const panel = await openToolboxPanel(firefox, url, "Tenant Inspector");
    return { panel, closed, close: () => firefox.close() };
  } catch (error) {
    await firefox.close();
    throw error;
  }
}
