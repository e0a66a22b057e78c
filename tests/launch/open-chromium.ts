import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright";
import type { BrowserContext, CDPSession, Page } from "playwright";
import { endProcesses, killProcesses } from "./end-processes.ts";
import { findChromium } from "./find-browser.mjs";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import { waitTimeout } from "./wait-for.ts";

export interface ChromiumOptions {
  /** The unpacked extension: the folder that contains manifest.json. */
  readonly extensionDir: string;
  readonly headless: boolean;
  /** Kept at close if given. Default: a fresh temporary profile, removed at close. */
  readonly profileDir?: string;
  /** Opened in the first tab after the extension is loaded. */
  readonly startUrl?: string;
  /** Default: the browser found on this machine. */
  readonly executablePath?: string;
  /** In CSS pixels. Default: 1280 by 1000. */
  readonly windowSize?: { readonly width: number; readonly height: number };
  /** Added to this process's own environment, e.g. DISPLAY. */
  readonly env?: Readonly<Record<string, string>>;
  /** True to keep the browser's popup blocker, which automation disables. */
  readonly blocksPopups?: boolean;
  /** Further command line switches. */
  readonly args?: readonly string[];
}

export interface OpenedChromium {
  readonly context: BrowserContext;
  /** The DevTools protocol session of the browser target. */
  readonly session: CDPSession;
  readonly extensionId: string;
  /** `chrome-extension://<id>` */
  readonly extensionOrigin: string;
  readonly profileDir: string;
  /** The tab that exists from the start. */
  readonly firstPage: Page;
  /** Opens a page of the extension, e.g. "popup.html", in its own tab. */
  extensionPage(path: string): Promise<Page>;
  /** Ends all processes of the browser and removes a temporary profile. Can be called twice. */
  close(): Promise<void>;
  /** Kills every process of the browser, like a crash. The profile stays. */
  kill(): Promise<void>;
}

/**
 * Docks DevTools below the page and makes it tall, so that a panel has room. Call this before the
 * browser starts, which then reads the settings.
 */
async function writePreferences(profileDir: string, windowHeight: number): Promise<void> {
  const splitView = { horizontal: { size: Math.round(windowHeight * 0.62) } };
  const preferences = {
    // DevTools keeps each of its settings as a JSON text.
    currentDockState: JSON.stringify("bottom"),
    "inspector-view.split-view-state": JSON.stringify(splitView),
  };
  await mkdir(join(profileDir, "Default"), { recursive: true });
  await writeFile(
    join(profileDir, "Default", "Preferences"),
    JSON.stringify({ devtools: { preferences } }),
  );
}

/** Returns the ids of the browser's process and its child processes. */
async function listProcesses(session: CDPSession): Promise<number[]> {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.map(({ id }) => id).filter((id) => id > 0);
}

async function loadExtension(session: CDPSession, extensionDir: string): Promise<string> {
  try {
    const { id } = await session.send("Extensions.loadUnpacked", { path: extensionDir });
    return id;
  } catch (error) {
    throw new Error(
      `The browser rejected the extension in ${extensionDir}. Build it (npm run build), and use a current Chromium, Brave, Chrome or Edge.`,
      { cause: error },
    );
  }
}

/**
 * Opens a Chromium-based browser with the unpacked extension loaded.
 *
 * The DevTools protocol loads the extension (`Extensions.loadUnpacked`). This works in branded
 * browsers too, which ignore the switch `--load-extension`. This function does not handle Ctrl-C:
 * the caller must close the browser.
 */
export async function openChromium(options: ChromiumOptions): Promise<OpenedChromium> {
  const executablePath = options.executablePath ?? findChromium(process.platform, process.env);
  if (!executablePath) {
    throw new Error(
      "Could not find a Chromium-based browser. Run `npm start` once to install one, or set TENANT_INSPECTOR_BROWSER to the browser's path.",
    );
  }
  const { width, height } = options.windowSize ?? { width: 1280, height: 1000 };
  const temporary = options.profileDir ? undefined : await makeTemporaryFolder("chromium");
  const profileDir = options.profileDir ?? temporary?.path ?? "";
  if (temporary) await writePreferences(profileDir, height);
  let context: BrowserContext | undefined;
  let pids: number[] = [];
  let closing: Promise<void> | undefined;
  const closeOnce = () =>
    (closing ??= (async () => {
      await context?.close();
      await endProcesses(pids);
      await temporary?.remove();
    })());
  // Playwright exposes DevTools windows and the popup as pages only if this variable is set.
  process.env["PW_CHROMIUM_ATTACH_TO_OTHER"] = "1";
  try {
    context = await chromium.launchPersistentContext(profileDir, {
      executablePath,
      timeout: waitTimeout,
      headless: options.headless,
      viewport: null,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      env: { ...process.env, ...options.env },
      ignoreDefaultArgs: [
        "--disable-extensions",
        "--hide-scrollbars",
        ...(options.blocksPopups === true ? ["--disable-popup-blocking"] : []),
      ],
      args: [
        "--enable-unsafe-extension-debugging",
        `--window-size=${width},${height}`,
        // The sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        ...(options.headless ? ["--disable-gpu"] : []),
        ...(options.args ?? []),
      ],
    });
    const opened = context;
    const browser = opened.browser();
    if (!browser) throw new Error("The browser closed during its start.");
    const session = await browser.newBrowserCDPSession();
    const collectProcesses = async () => {
      pids = [...new Set([...pids, ...(await listProcesses(session))])];
    };
    await collectProcesses();
    const extensionId = await loadExtension(session, options.extensionDir);
    const extensionOrigin = `chrome-extension://${extensionId}`;
    const firstPage = opened.pages()[0] ?? (await opened.newPage());
    if (options.startUrl) await firstPage.goto(options.startUrl);
    return {
      context: opened,
      session,
      extensionId,
      extensionOrigin,
      profileDir,
      firstPage,
      async extensionPage(path) {
        const page = await opened.newPage();
        await page.goto(`${extensionOrigin}/${path}`);
        return page;
      },
      async close() {
        // Renderers start and end: list the processes again. This fails if the browser has ended.
        await collectProcesses().catch(() => {});
        await closeOnce();
      },
      async kill() {
        await collectProcesses();
        await killProcesses(pids);
      },
    };
  } catch (error) {
    await closeOnce();
    throw error;
  }
}
