import puppeteer from "puppeteer-core";
import type { Browser, Page } from "puppeteer-core";
import { endProcesses, killProcesses } from "./end-processes.ts";
import { findFirefox } from "./find-browser.mjs";
import { openChromeScope } from "./firefox-chrome-scope.ts";
import type { ChromeScope } from "./firefox-chrome-scope.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import { waitTimeout, waitFor } from "./wait-for.ts";

/** The add-on id of the package for testers. */
export const firefoxAddonId = "inspector@tenant-inspector.example";

/**
 * Firefox gives each add-on a random origin, unless its preference sets one before the
 * installation.
 */
const addonUuid = "3f1de3a0-0c52-4c0e-9d5b-6e2a1c7b8f90";

export interface FirefoxOptions {
  /** The unpacked add-on. */
  readonly extensionDir: string;
  /** The id in its manifest. Default: that of the package for testers. */
  readonly addonId?: string;
  /** Default: headless. */
  readonly headless?: boolean;
  /** Kept at close if given. Default: a fresh temporary profile, removed at close. */
  readonly profileDir?: string;
  /** Preferences as in about:config, e.g. `extensions.background.idle.timeout` in milliseconds. */
  readonly prefs?: Readonly<Record<string, string | number | boolean>>;
  /** Default: the Firefox found on this machine. */
  readonly executablePath?: string;
  /** True for pages of servers with a certificate of their own. */
  readonly acceptsAnyCertificate?: boolean;
  /** Added to this process's own environment, e.g. DISPLAY. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface OpenedFirefox {
  readonly browser: Browser;
  readonly addonId: string;
  /** `moz-extension://<uuid>` */
  readonly extensionOrigin: string;
  readonly profileDir: string;
  /** The browser's main window with its privileged objects. */
  readonly chromeScope: ChromeScope;
  /** Opens a page of the add-on, e.g. "popup.html", in its own tab. */
  extensionPage(path: string): Promise<Page>;
  /** Ends all processes of the browser and removes a temporary profile. Can be called twice. */
  close(): Promise<void>;
  /** Kills every process of the browser, like a crash. The profile stays. */
  kill(): Promise<void>;
}

const windowSize = { width: 1280, height: 1000 };

/** The preferences that the add-on needs; the caller's preferences override them. */
function buildPreferences(
  addonId: string,
  prefs: FirefoxOptions["prefs"],
): Record<string, unknown> {
  return {
    "extensions.webextensions.uuids": JSON.stringify({ [addonId]: addonUuid }),
    // The add-on keeps its data and address when the same profile is opened again.
    "extensions.webextensions.keepStorageOnUninstall": true,
    "extensions.webextensions.keepUuidOnUninstall": true,
    // High, so that a panel has room.
    "devtools.toolbox.footer.height": 620,
    ...prefs,
  };
}

async function openExtensionPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  // The navigation starts, but its promise does not follow a page into the add-on's own process.
  page.goto(url).catch(() => {});
  await waitFor(
    () => page.evaluate((url) => location.href === url && document.readyState === "complete", url),
    { what: `Firefox to load ${url}` },
  );
  return page;
}

/**
 * Opens Firefox with the add-on installed temporarily, controlled through WebDriver BiDi, with
 * access to the browser's own window. This function does not handle Ctrl-C: the caller must close
 * the browser.
 */
export async function openFirefox(options: FirefoxOptions): Promise<OpenedFirefox> {
  const executablePath = options.executablePath ?? findFirefox(process.platform, process.env);
  if (!executablePath) {
    throw new Error(
      "Could not find Firefox. Install it, or set TENANT_INSPECTOR_FIREFOX to its path.",
    );
  }
  const temporary = options.profileDir ? undefined : await makeTemporaryFolder("firefox");
  const profileDir = options.profileDir ?? temporary?.path ?? "";
  const wantedId = options.addonId ?? firefoxAddonId;
  let browser: Browser | undefined;
  let pids: readonly number[] = [];
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      await browser?.close();
      await endProcesses(pids);
      await temporary?.remove();
    })());
  try {
    const opened = await puppeteer.launch({
      browser: "firefox",
      executablePath,
      timeout: waitTimeout,
      headless: options.headless ?? true,
      enableExtensions: true,
      acceptInsecureCerts: options.acceptsAnyCertificate ?? false,
      userDataDir: profileDir,
      defaultViewport: null,
      args: ["-remote-allow-system-access"],
      extraPrefsFirefox: buildPreferences(wantedId, options.prefs),
      env: {
        ...process.env,
        MOZ_HEADLESS_WIDTH: String(windowSize.width),
        MOZ_HEADLESS_HEIGHT: String(windowSize.height),
        ...options.env,
      },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser = opened;
    const chromeScope = await openChromeScope(opened);
    const addonId = await opened.installExtension(options.extensionDir);
    if (addonId !== wantedId) {
      throw new Error(
        `The add-on in ${options.extensionDir} has the ID ${addonId}; expected ${wantedId}.`,
      );
    }
    const extensionOrigin = `moz-extension://${addonUuid}`;
    return {
      browser: opened,
      addonId,
      extensionOrigin,
      profileDir,
      chromeScope,
      extensionPage: (path) => openExtensionPage(opened, `${extensionOrigin}/${path}`),
      async close() {
        // Content processes come and go; a browser that has already ended cannot list them.
        pids = await chromeScope.listProcesses().catch(() => pids);
        // Puppeteer kills a browser that takes 5 s to end, and what it has not written is lost.
        await chromeScope.quit().catch(() => {});
        await endProcesses(pids, waitTimeout);
        await close();
      },
      async kill() {
        pids = await chromeScope.listProcesses();
        await killProcesses(pids);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
