import type { CDPSession, Page, Worker } from "playwright";
import type { OpenedChromium } from "../../launch/open-chromium.ts";
import { waitFor } from "../../launch/wait-for.ts";

type RunningStatus = "stopped" | "starting" | "running" | "stopping";

export interface WorkerWatch {
  /** What the browser last said about the extension's worker. */
  status(): RunningStatus;
  /** How often the worker has been seen to start since the watch began. */
  starts(): number;
  /** Ends the worker for real, as the browser does with an idle one, and waits until it is gone. */
  stop(): Promise<void>;
  waitUntilRunning(timeout?: number): Promise<void>;
  waitUntilStopped(timeout?: number): Promise<void>;
  end(): Promise<void>;
}

/**
 * Watches the extension's service worker through the DevTools protocol, from any page.
 *
 * A browser that is driven through Playwright never ends an idle worker by itself, since Playwright
 * is attached to it: `stop` is the way.
 *
 * @param page stays open for as long as the watch lasts; it need not belong to the extension
 */
export async function watchWorker(
  chromium: OpenedChromium,
  page: Page = chromium.firstPage,
): Promise<WorkerWatch> {
  const session: CDPSession = await chromium.context.newCDPSession(page);
  let status: RunningStatus | undefined;
  let starts = 0;
  session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const version of versions) {
      // An old version of the worker may be reported as redundant beside the one in use.
      if (!version.scriptURL.startsWith(`${chromium.extensionOrigin}/`)) continue;
      if (version.status === "redundant") continue;
      const isStart = version.runningStatus === "running" && status !== "running";
      if (isStart && status !== undefined) starts += 1;
      status = version.runningStatus;
    }
  });
  await session.send("ServiceWorker.enable");
  // The first report comes when it likes: whoever stopped the worker before it would take it for a stop, or for a start.
  await waitFor(() => status !== undefined, { what: "the browser to tell of the worker" });
  const waitUntil = async (wanted: RunningStatus, timeout?: number) => {
    const limit = timeout === undefined ? {} : { timeout };
    await waitFor(() => status === wanted, { what: `the worker to be ${wanted}`, ...limit });
  };
  return {
    status: () => status ?? "stopped",
    starts: () => starts,
    async stop() {
      const startsBefore = starts;
      await session.send("ServiceWorker.stopAllWorkers");
      // A worker with work to do may be back before anybody looks.
      await waitFor(() => status === "stopped" || starts > startsBefore, {
        what: "the worker to stop",
      });
    },
    waitUntilRunning: (timeout) => waitUntil("running", timeout),
    waitUntilStopped: (timeout) => waitUntil("stopped", timeout),
    end: () => session.detach(),
  };
}

/** The extension's worker, to evaluate in. Asking does not wake one that is stopped. */
export async function getWorker(chromium: OpenedChromium): Promise<Worker> {
  return await waitFor(
    () =>
      chromium.context
        .serviceWorkers()
        .find((worker) => worker.url().startsWith(`${chromium.extensionOrigin}/`)),
    { what: "the extension's worker" },
  );
}

/**
 * Opens the real popup with `action.openPopup()`, called in the worker, and returns its page.
 * It belongs to the window that has the focus and is gone when it loses it.
 */
export async function openPopup(chromium: OpenedChromium): Promise<Page> {
  const worker = await getWorker(chromium);
  const opened = chromium.context.waitForEvent("page");
  const [popup] = await Promise.all([opened, worker.evaluate(() => chrome.action.openPopup())]);
  await popup.waitForLoadState("load");
  return popup;
}

/** The text on the toolbar icon, asked from a page of the extension: asking the worker would wake it. */
export async function readBadgeText(extensionPage: Page): Promise<string> {
  return await extensionPage.evaluate(() => chrome.action.getBadgeText({}));
}
