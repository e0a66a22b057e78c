import type { Page as ChromiumPage } from "playwright";
import type { Page as FirefoxPage } from "puppeteer-core";
import { FirefoxEventPage } from "../e2e/pages/firefox-worker.ts";
import { watchWorker, type WorkerWatch } from "../e2e/pages/worker.ts";
import { openChromium, type OpenedChromium } from "../launch/open-chromium.ts";
import { openFirefox } from "../launch/open-firefox.ts";
import { waitFor } from "../launch/wait-for.ts";
import type { SetUpCommand } from "./set-up-extension.ts";

/** The operations that a soak test needs from a browser with the extension. */
export interface SoakBrowser {
  /** Runs a function in a page of the extension. */
  evaluate<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Sends a command to the worker, like a page of the extension. */
  send(command: SetUpCommand): Promise<unknown>;
  /** Closes the only page of the extension. */
  closePage(): Promise<void>;
  openPage(): Promise<void>;
  /** Stops the worker (in Firefox the event page), as the browser does when it is idle. */
  stopWorker(): Promise<void>;
  /** Kills the browser. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a browser with the extension and a profile. */
export type OpenSoakBrowser = (extensionDir: string, profileDir: string) => Promise<SoakBrowser>;

// This page reads the database. While it is open, it also restarts a stopped worker before the
// alarm does.
const pagePath = "options.html";

const sendMessage = (message: SetUpCommand): Promise<unknown> =>
  chrome.runtime.sendMessage(message);

export const openSoakChromium: OpenSoakBrowser = async (extensionDir, profileDir) => {
  const chromium = await openChromium({ extensionDir, headless: true, profileDir });
  const watch = await watchWorkerAfterKill(chromium, extensionDir);
  let currentPage: ChromiumPage = await chromium.extensionPage(pagePath);
  return {
    evaluate: (run) => currentPage.evaluate(run),
    send: (command) => currentPage.evaluate(sendMessage, command),
    closePage: () => currentPage.close(),
    async openPage() {
      currentPage = await chromium.extensionPage(pagePath);
    },
    stopWorker: () => watch.stop(),
    kill: () => chromium.kill(),
    close: () => chromium.close(),
  };
};

/**
 * Watches the worker, and loads the extension again if the browser lost the worker. A kill can
 * truncate the worker's script in the browser's script cache. Chromium 156 then removes the
 * registration at the next start and reports no worker, until the extension is loaded again or
 * the browser is restarted.
 */
async function watchWorkerAfterKill(
  chromium: OpenedChromium,
  extensionDir: string,
): Promise<WorkerWatch> {
  try {
    return await watchWorker(chromium);
  } catch {
    await chromium.session.send("Extensions.loadUnpacked", { path: extensionDir });
    return await watchWorker(chromium);
  }
}

export const openSoakFirefox: OpenSoakBrowser = async (extensionDir, profileDir) => {
  const firefox = await openFirefox({ extensionDir, profileDir });
  const eventPage = new FirefoxEventPage(firefox);
  let currentPage: FirefoxPage = await firefox.extensionPage(pagePath);
  await waitFor(async () => (await eventPage.state()) === "running", {
    what: "the event page to run",
  });
  return {
    evaluate: (run) => currentPage.evaluate(run),
    send: (command) => currentPage.evaluate(sendMessage, command),
    closePage: () => currentPage.close(),
    async openPage() {
      currentPage = await firefox.extensionPage(pagePath);
    },
    stopWorker: () => eventPage.terminate(),
    kill: () => firefox.kill(),
    close: () => firefox.close(),
  };
};
