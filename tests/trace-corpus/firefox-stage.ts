import type { Page } from "puppeteer-core";
import { startTenant, type RunningTenant } from "../../tenant/serve.ts";
import { openInspectorToolbox } from "../e2e/pages/firefox-toolbox.ts";
import { logInWithFirefox } from "../e2e/pages/firefox-login-window.ts";
import { builtAuthLibrary, builtExtension } from "../launch/build-extension.ts";
import { demo } from "../launch/demo.ts";
import { openFirefox, type OpenedFirefox } from "../launch/open-firefox.ts";
import { TenantControl } from "../launch/tenant-control.ts";
import { waitFor } from "../launch/wait-for.ts";
import { Recorder } from "./capture.ts";

/** What a scene in Firefox can use. */
export interface FirefoxStage {
  readonly tenant: RunningTenant;
  readonly control: TenantControl;
  /** The tab that the toolbox inspects. */
  readonly tab: Page;
  /** Presses the button of the demo web app with this id. */
  readonly press: (id: string) => Promise<void>;
  /** Waits until the demo shows these words in its result. */
  readonly readResult: (words: string) => Promise<void>;
  /** Enters the password of the first user in the tenant's page. */
  readonly logInAtTenant: () => Promise<void>;
  /** Leaves the requests so far out of the file. */
  readonly discardEarlier: () => Promise<void>;
}

export interface FirefoxRecordingStage extends FirefoxStage {
  readonly recorder: Recorder;
  readonly browser: { name: string; version: string };
  /** Restores tenant, cookies and the demo's page. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

async function isReady(tab: Page): Promise<boolean> {
  return await tab.evaluate(() => document.querySelector("#log-in:not([disabled])") !== null);
}

/** Starts tenant and Firefox with the toolbox on the demo web app. */
export async function openFirefoxStage(ports: {
  tenant: number;
  demo: number;
}): Promise<FirefoxRecordingStage> {
  const tenant = await startTenant({
    port: ports.tenant,
    demoPort: ports.demo,
    authLibraryFile: builtAuthLibrary,
    idSeed: "trace-corpus",
  });
  let firefox: OpenedFirefox | undefined;
  const close = async () => {
    await firefox?.close();
    await tenant.stop();
  };
  try {
    firefox = await openFirefox({ extensionDir: builtExtension.firefox });
    const { browser } = firefox;
    const home = `${tenant.demoOrigins[0]}/`;
    const tab = await browser.newPage();
    await tab.goto(home);
    const panel = await openInspectorToolbox(firefox, home);
    const recorder = await Recorder.start((pageFunction) => panel.evaluate(pageFunction));
    const control = new TenantControl(tenant.origin);
    const [name = "Firefox", version = ""] = (await browser.version()).split("/");
    return {
      tenant,
      control,
      tab,
      recorder,
      browser: { name, version },
      discardEarlier: () => recorder.restart(),
      press: (id) => tab.click(`#${id}`),
      async readResult(words) {
        const isShown = () =>
          tab.evaluate((text) => document.body.textContent.includes(text), words);
        await waitFor(isShown, { what: `the demo to show "${words}"` });
      },
      async logInAtTenant() {
        await waitFor(() => tab.url().startsWith(`${tenant.origin}/u/login`), {
          what: "the tenant's login page",
        });
        await logInWithFirefox(tab, demo.user);
      },
      async begin() {
        await tab.goto("about:blank");
        await control.reset();
        const cookies = await browser.cookies();
        await browser.deleteCookie(...cookies);
        await tab.goto(home);
        await tab.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await tab.goto(home);
        await waitFor(() => isReady(tab), { what: "the demo web app" });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
