import * as z from "zod/mini";
import { firefoxAddonId, type OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";

// This file has all knowledge of Firefox's private windows.

/** Allows the add-on in private windows like the switch in about:addons, and restarts it. */
const allow = `async (id) => {
  const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
  const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
  await ExtensionPermissions.add(id, { permissions: ["internal:privateBrowsingAllowed"], origins: [] });
  await (await AddonManager.getAddonByID(id)).reload();
}`;

/** Opens a page of the add-on in its own private window. */
const open = `async ({ id, path }) => {
  const { extension } = WebExtensionPolicy.getByID(id);
  const opened = OpenBrowserWindow({ private: true });
  await new Promise((resolve) => opened.addEventListener("load", resolve, { once: true }));
  await opened.delayedStartupPromise;
  const url = extension.baseURI.resolve(path);
  opened.gBrowser.selectedBrowser.loadURI(Services.io.newURI(url), { triggeringPrincipal: extension.principal });
  window.inspectorPrivateWindow = opened;
}`;

const isOpen = `({ id, path }) => {
  const browser = window.inspectorPrivateWindow.gBrowser.selectedBrowser;
  const url = WebExtensionPolicy.getByID(id).extension.baseURI.resolve(path);
  return browser.currentURI.spec === url && !browser.webProgress.isLoadingDocument;
}`;

/** Runs a function in the main world of that page. */
const evaluate = `async (source) => {
  const { messageManager } = window.inspectorPrivateWindow.gBrowser.selectedBrowser;
  const script = \`(async () => {
    const sandbox = Cu.Sandbox(content, { sandboxPrototype: content, sameZoneAs: content, wantXrays: false });
    let json;
    try { json = await Cu.evalInSandbox("(async () => JSON.stringify(await (" + \${JSON.stringify(source)} + ")()))()", sandbox); }
    catch (error) { json = JSON.stringify("error: " + error); }
    sendAsyncMessage("private:answer", json ?? "null");
  })()\`;
  const answer = new Promise((resolve) => {
    messageManager.addMessageListener("private:answer", function listen({ data }) {
      messageManager.removeMessageListener("private:answer", listen);
      resolve(JSON.parse(data));
    });
  });
  messageManager.loadFrameScript("data:text/javascript," + encodeURIComponent(script), false);
  return await answer;
}`;

/** Loads an ordinary page in a new tab of the private window. */
const openTab = `(url) => {
  const { gBrowser } = window.inspectorPrivateWindow;
  const triggeringPrincipal = Services.scriptSecurityManager.createNullPrincipal({ privateBrowsingId: 1 });
  gBrowser.selectedTab = gBrowser.addTab(url, { triggeringPrincipal });
}`;

const isTabOpen = `(url) => {
  const browser = window.inspectorPrivateWindow.gBrowser.selectedBrowser;
  return browser.currentURI.spec === url && !browser.webProgress.isLoadingDocument;
}`;

const close = `() => window.inspectorPrivateWindow.close()`;

/** A page of the add-on in a private window. */
export interface FirefoxPrivatePage {
  /**
   * Calls a function in the page. It is sent as text, without outer variables; its result is JSON.
   */
  evaluate(pageFunction: string): Promise<unknown>;
  /** Returns the visible text. */
  text(): Promise<string>;
  close(): Promise<void>;
}

/** Allows the add-on in private windows; its pages close and its event page restarts. */
export async function allowPrivateWindows({ chromeScope }: OpenedFirefox): Promise<void> {
  await chromeScope.call(allow, firefoxAddonId);
}

/** Opens a page that is not of the add-on in the private window of {@link openPrivatePage}. */
export async function openPrivateTab({ chromeScope }: OpenedFirefox, url: string): Promise<void> {
  await chromeScope.call(openTab, url);
  await waitFor(() => chromeScope.call(isTabOpen, url), { what: `${url} in a private window` });
}

/** Opens a page of the add-on, e.g. "options.html", in a private window. */
export async function openPrivatePage(
  { chromeScope }: OpenedFirefox,
  path: string,
): Promise<FirefoxPrivatePage> {
  await chromeScope.call(open, { id: firefoxAddonId, path });
  await waitFor(() => chromeScope.call(isOpen, { id: firefoxAddonId, path }), {
    what: `${path} in a private window`,
  });
  const run = (pageFunction: string) => chromeScope.call(evaluate, pageFunction);
  return {
    evaluate: run,
    text: async () => z.string().parse(await run("() => document.body.innerText")),
    async close() {
      await chromeScope.call(close);
    },
  };
}
