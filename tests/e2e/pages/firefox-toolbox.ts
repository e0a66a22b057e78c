import { writeFile } from "node:fs/promises";
import * as z from "zod/mini";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";

// This file has all knowledge of Firefox's toolbox internals.

export interface FirefoxPanel {
  /** Selects a tab of our panel by the id of its button. */
  showTab(id: string): Promise<void>;
  /**
   * Calls a function in the main world of the panel's document, which has `chrome.devtools`. The
   * function is sent as text, so it cannot use outer variables. Argument and result are sent as
   * JSON.
   */
  evaluate<Argument>(
    pageFunction: string | ((argument: Argument) => unknown),
    argument?: Argument,
  ): Promise<unknown>;
  /** Waits for an element that matches, and clicks the first, as a user action. */
  click(selector: string): Promise<void>;
  /**
   * Waits for an element that matches, and replaces the content of the first, as if typed; for a
   * select, chooses the value.
   */
  fill(selector: string, value: string): Promise<void>;
  /** Returns the visible text of the first element that matches, or of the whole panel. */
  text(selector?: string): Promise<string>;
  /** Waits until the first element that matches shows `text`. */
  waitForText(text: string, options?: { selector?: string; timeout?: number }): Promise<void>;
  /** Returns a PNG of the browser's whole window, and writes it to `path` if given. */
  screenshot(path?: string): Promise<Buffer>;
}

/**
 * Shows the toolbox of the tab with this URL, in a regular or a private window, and selects the tool
 * with this label; false without such a tool.
 */
const selectTool = `async ({ url, title }) => {
  const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
  const { gDevTools } = require("devtools/client/framework/devtools");
  const windows = [window, window.inspectorPrivateWindow].filter((one) => one?.closed === false);
  const tabs = windows.flatMap((one) => one.gBrowser.tabs);
  const tab = tabs.find(({ linkedBrowser }) => linkedBrowser.currentURI.spec === url);
  if (!tab) throw new Error("No tab shows " + url);
  tab.ownerDocument.defaultView.gBrowser.selectedTab = tab;
  const toolbox = await gDevTools.showToolboxForTab(tab, { hostType: "bottom" });
  const tool = toolbox.getAdditionalTools().find(({ label }) => label === title);
  if (!tool) return false;
  await toolbox.selectTool(tool.id);
  const shell = toolbox.doc.getElementById("toolbox-panel-iframe-" + tool.id).contentDocument;
  const browser = shell.getElementById("webext-panels-browser");
  if (!browser?.currentURI?.spec.startsWith("moz-extension:")) return false;
  window.inspectorPanel = browser;
  return true;
}`;

/** Runs in the browser's own window: returns true while the selected panel is in its toolbox. */
export const isPanelShown = "() => window.inspectorPanel?.isConnected === true";

/**
 * A frame script. It runs beside the panel's document, in the document's process, with the
 * browser's rights. The sandbox runs code in the main world, without its content security policy.
 */
const frameScript = `
  addMessageListener("panel:call", async ({ data: { id, kind, source, argument } }) => {
    const perform = {
      evaluate: async () => {
        const sandbox = Cu.Sandbox(content, {
          sandboxPrototype: content, sameZoneAs: content, wantXrays: false,
        });
        const call = "(async () => JSON.stringify(await (" + source + ")(" + argument + ")))()";
        return await Cu.evalInSandbox(call, sandbox);
      },
      click: () => {
        const { selector } = JSON.parse(argument);
        const element = content.document.querySelector(selector);
        if (!element) throw new Error("Nothing matches " + selector);
        element.scrollIntoView({ block: "nearest" });
        content.document.notifyUserGestureActivation();
        element.focus();
        element.click();
      },
      fill: () => {
        const { selector, value } = JSON.parse(argument);
        const element = content.document.querySelector(selector);
        if (!element) throw new Error("Nothing matches " + selector);
        element.focus();
        if (element.setUserInput) {
          element.setUserInput(value);
        } else {
          element.value = value;
          element.dispatchEvent(new content.Event("input", { bubbles: true }));
        }
        element.dispatchEvent(new content.Event("change", { bubbles: true }));
      },
    };
    try {
      sendAsyncMessage("panel:answer", { id, json: (await perform[kind]()) ?? "null" });
    } catch (error) {
      sendAsyncMessage("panel:answer", { id, error: String(error?.message ?? error) });
    }
  });
`;

/** Loads the frame script into the panel once, then sends a request and waits for the response. */
const callFrameScript = `async ({ frameScript, kind, source, argument }) => {
  const { messageManager } = window.inspectorPanel;
  if (window.inspectorPanelScripted !== window.inspectorPanel) {
    messageManager.loadFrameScript("data:text/javascript," + encodeURIComponent(frameScript), false);
    window.inspectorPanelScripted = window.inspectorPanel;
  }
  const id = crypto.randomUUID();
  return await new Promise((resolve, reject) => {
    const onAnswer = ({ data }) => {
      if (data.id !== id) return;
      messageManager.removeMessageListener("panel:answer", onAnswer);
      if (data.error === undefined) resolve(data.json);
      else reject(new Error(data.error));
    };
    messageManager.addMessageListener("panel:answer", onAnswer);
    messageManager.sendAsyncMessage("panel:call", { id, kind, source, argument });
  });
}`;

const snapshotWindow = `async () => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  const rect = new DOMRect(0, 0, width, height);
  const bitmap = await window.browsingContext.currentWindowGlobal.drawSnapshot(rect, 1, "white");
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
}`;

/**
 * Opens our panel in the real toolbox of the tab that shows `inspectedUrl`, and shows its tab Run,
 * which most tests are about. A user sees Trace first.
 */
export async function openInspectorToolbox(
  firefox: OpenedFirefox,
  inspectedUrl: string,
): Promise<FirefoxPanel> {
  const panel = await openToolboxPanel(firefox, inspectedUrl, "Tenant Inspector");
  await panel.showTab("tab-run");
  return panel;
}

/**
 * Opens the real toolbox on the tab that shows `inspectedUrl` and selects the add-on's panel.
 *
 * @param title the panel's title, as its tab shows it
 */
export async function openToolboxPanel(
  { chromeScope }: OpenedFirefox,
  inspectedUrl: string,
  title: string,
): Promise<FirefoxPanel> {
  await waitFor(() => chromeScope.call(selectTool, { url: inspectedUrl, title }), {
    what: `Firefox's toolbox to show a panel with the title "${title}"`,
  });
  const call = async (kind: string, source: string, argument: unknown): Promise<unknown> => {
    const request = { frameScript, kind, source, argument: JSON.stringify(argument ?? null) };
    return JSON.parse(z.string().parse(await chromeScope.call(callFrameScript, request)));
  };
  const evaluate: FirefoxPanel["evaluate"] = (pageFunction, argument) =>
    call("evaluate", String(pageFunction), argument);
  const text = async (selector = "body") => {
    const read = (selector: string) =>
      document.querySelector<HTMLElement>(selector)?.innerText ?? null;
    const shown = await evaluate(read, selector);
    if (typeof shown !== "string") throw new Error(`Nothing in the panel matches ${selector}.`);
    return shown;
  };
  await waitFor(() => evaluate(() => document.readyState === "complete"), {
    what: `the document of the panel "${title}"`,
  });
  const waitForElement = (selector: string) =>
    waitFor(() => evaluate((wanted) => document.querySelector(wanted) !== null, selector), {
      what: `an element of the panel that matches ${selector}`,
    });
  const click = async (selector: string) => {
    await waitForElement(selector);
    await call("click", "", { selector });
  };
  return {
    click,
    showTab: (id) => click(`#${id}`),
    evaluate,
    text,
    async fill(selector, value) {
      await waitForElement(selector);
      await call("fill", "", { selector, value });
    },
    async waitForText(wanted, { selector = "body", timeout } = {}) {
      await waitFor(async () => (await text(selector)).includes(wanted), {
        what: `the panel to show "${wanted}" in ${selector}`,
        ...(timeout === undefined ? {} : { timeout }),
      });
    },
    async screenshot(path) {
      const base64 = z.string().parse(await chromeScope.call(snapshotWindow));
      const png = Buffer.from(base64, "base64");
      if (path) await writeFile(path, png);
      return png;
    },
  };
}
