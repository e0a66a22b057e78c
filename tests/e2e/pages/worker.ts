import type { CDPSession, Page, Worker } from "playwright";
import type { OpenedChromium } from "../../launch/open-chromium.ts";
import { waitFor } from "../../launch/wait-for.ts";

type RunningStatus = "stopped" | "starting" | "running" | "stopping";

export interface WorkerWatch {
  /** Returns the last reported status of the extension's worker. */
  status(): RunningStatus;
  /** Returns the number of reported starts since the watch began. */
  starts(): number;
  /** Stops the worker like an idle one, and waits until it has stopped. */
  stop(): Promise<void>;
  waitUntilRunning(timeout?: number): Promise<void>;
  waitUntilStopped(timeout?: number): Promise<void>;
  end(): Promise<void>;
}

/**
 * Watches the extension's service worker through the DevTools protocol, from any page.
 *
 * A browser under Playwright never stops an idle worker, since Playwright is attached to it: use
 * `stop`.
 *
 * @param page must stay open during the watch; it need not belong to the extension
 */
export async function watchWorker(
  chromium: OpenedChromium,
  page: Page = chromium.firstPage,
): Promise<WorkerWatch> {
  const session: CDPSession = await chromium.context.newCDPSession(page);
  let status: RunningStatus | undefined;
  let starts = 0;
  let lastReport = "no worker at all";
  session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const version of versions) {
      lastReport = `${version.scriptURL}: ${version.runningStatus}, ${version.status}`;
      // An old version of the worker may be reported as redundant beside the one in use.
      if (!version.scriptURL.startsWith(`${chromium.extensionOrigin}/`)) continue;
      if (version.status === "redundant") continue;
      const isStart = version.runningStatus === "running" && status !== "running";
      if (isStart && status !== undefined) starts += 1;
      status = version.runningStatus;
    }
  });
  await session.send("ServiceWorker.enable");
  // Without the first report, an earlier stop would look like a stop or a start of this watch. It
  // arrives at once if the browser has registered the worker, whether the worker runs or not.
  await waitFor(
    () => {
      if (status === undefined) throw new Error(`The browser reported ${lastReport}.`);
      return status;
    },
    { what: "the browser to report the worker" },
  );
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
      // A worker with work to do may restart before the next poll.
      await waitFor(() => status === "stopped" || starts > startsBefore, {
        what: "the worker to stop",
      });
    },
    waitUntilRunning: (timeout) => waitUntil("running", timeout),
    waitUntilStopped: (timeout) => waitUntil("stopped", timeout),
    end: () => session.detach(),
  };
}

/** Returns the extension's worker, to evaluate in. It does not wake a stopped one. */
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
 * It belongs to the focused window and closes when that window loses the focus.
 */
export async function openPopup(chromium: OpenedChromium): Promise<Page> {
  const worker = await getWorker(chromium);
  const opened = chromium.context.waitForEvent("page");
  const [popup] = await Promise.all([opened, worker.evaluate(() => chrome.action.openPopup())]);
  await popup.waitForLoadState("load");
  return popup;
}

/** Reads the text on the toolbar icon in a page, because reading it in the worker would wake it. */
export async function readBadgeText(extensionPage: Page): Promise<string> {
  return await extensionPage.evaluate(() => chrome.action.getBadgeText({}));
}
