import type { Page } from "playwright";
import { startTenant, type RunningTenant } from "../../tenant/serve.ts";
import { openInspectorPanel } from "../e2e/pages/chromium-devtools.ts";
import { DemoPage } from "../e2e/pages/demo-page.ts";
import { logIn } from "../e2e/pages/login-window.ts";
import { builtAuthLibrary, builtExtension } from "../launch/build-extension.ts";
import { demo } from "../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../launch/open-chromium.ts";
import { TenantControl } from "../launch/tenant-control.ts";
import { startApplication, type Application } from "./application.ts";
import { evaluateInFrame, Recorder } from "./capture.ts";

/** The ports of every recording, so that its URLs do not change. */
export const ports = { tenant: 4460, demo: 4461, application: 4462 } as const;

/** What a scene of a case can use. */
export interface Stage {
  readonly tenant: RunningTenant;
  readonly control: TenantControl;
  readonly application: Application;
  readonly context: OpenedChromium["context"];
  /** The tab that DevTools inspect. */
  readonly tab: Page;
  /** The demo web app in that tab. */
  readonly app: DemoPage;
  /** Enters the password of the first user in the tenant's page, and waits for the way back. */
  readonly logInAtTenant: () => Promise<void>;
  /** Leaves the requests so far out of the file. */
  readonly discardEarlier: () => Promise<void>;
  /** Waits until the tab shows the tenant. */
  readonly reachTenant: () => Promise<void>;
}

/** The stage, with what the recorder needs beside it. */
export interface RecordingStage extends Stage {
  readonly recorder: Recorder;
  readonly browser: { name: string; version: string };
  /** Restores tenant, application, cookies and the demo's page. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** Starts tenant, application and Chromium with DevTools on the demo web app. */
export async function openStage(): Promise<RecordingStage> {
  const application = await startApplication(ports.application);
  const tenant = await startTenant({
    port: ports.tenant,
    demoPort: ports.demo,
    authLibraryFile: builtAuthLibrary,
    idSeed: "trace-corpus",
  });
  let chromium: OpenedChromium | undefined;
  const close = async () => {
    await chromium?.close();
    await tenant.stop();
    await application.close();
  };
  try {
    const [home] = tenant.demoOrigins;
    chromium = await openChromium({
      extensionDir: builtExtension.chromium,
      headless: true,
      startUrl: `${home}/`,
    });
    const { context, firstPage: tab } = chromium;
    const { frame } = await openInspectorPanel(chromium, tab);
    const control = new TenantControl(tenant.origin);
    const reachTenant = () => tab.waitForURL((url) => url.origin === tenant.origin);
    const recorder = await Recorder.start(evaluateInFrame(frame));
    return {
      tenant,
      control,
      application,
      context,
      tab,
      app: new DemoPage(tab),
      recorder,
      discardEarlier: () => recorder.restart(),
      browser: { name: "Chromium", version: context.browser()?.version() ?? "" },
      reachTenant,
      async logInAtTenant() {
        await reachTenant();
        await logIn(tab, demo.user);
        await tab.waitForURL((url) => url.origin !== tenant.origin);
      },
      async begin() {
        for (const other of context.pages().filter((page) => isExtra(page, tab)))
          await other.close();
        await tab.goto("about:blank");
        await control.reset();
        application.reset();
        await allowApplication(control, application, tenant);
        await tab.unrouteAll();
        await context.clearCookies();
        await tab.goto(`${home}/`);
        await tab.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await tab.goto(`${home}/`);
        await tab.getByRole("button", { name: "Log in", exact: true, disabled: false }).waitFor();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns true for a popup or tab that an earlier case left open. */
const isExtra = (page: Page, tab: Page) => page !== tab && /^(?:http|about)/.test(page.url());

/** Registers the pages of the application at the tenant, beside those of the demo. */
async function allowApplication(
  control: TenantControl,
  { origin, otherOrigin }: Application,
  { demoOrigins }: RunningTenant,
): Promise<void> {
  const origins = [...demoOrigins, origin, otherOrigin];
  const change = {
    callbacks: origins.flatMap((each) => [`${each}/`, `${each}/callback`, `${each}/popup`]),
    web_origins: origins,
    allowed_logout_urls: origins.flatMap((each) => [each, `${each}/`]),
  };
  await control.changeClient(demo.clientId, change);
  await control.changeClient(demo.hs256ClientId, change);
}
