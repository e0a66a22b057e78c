import { expect, onTestFinished } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { TenantControl, type TenantLogEntry } from "../../launch/tenant-control.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { DemoPage } from "../pages/demo-page.ts";

/** A running tenant with its demo web app, and a Chromium with a guard on its consoles. */
export interface DemoSession {
  readonly tenant: RunningTenant;
  readonly control: TenantControl;
  readonly chromium: OpenedChromium;
  readonly guard: ConsoleGuard;
  /** Opens the demo in its own tab, which is closed after the test. */
  open(origin?: string): Promise<DemoPage>;
  /** Clears the cookies, and restarts the record that {@link readFacts} returns. */
  beginTest(): Promise<void>;
  /** Returns the tenant's actions since the start of the test. */
  readFacts(): Promise<TenantLogEntry[]>;
  close(): Promise<void>;
}

/** Starts both, without a session of a user. */
export async function openDemoSession(): Promise<DemoSession> {
  const tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  const control = new TenantControl(tenant.origin);
  let chromium: OpenedChromium | undefined;
  const close = async () => {
    await chromium?.close();
    await tenant.stop();
  };
  try {
    const opened = await openChromium({ extensionDir: builtExtension.chromium, headless: true });
    chromium = opened;
    const guard = await watchConsoles(opened);
    let before = 0;
    return {
      tenant,
      control,
      chromium,
      guard,
      close,
      async open(origin = tenant.demoOrigins[0]) {
        const tab = await opened.context.newPage();
        onTestFinished(() => tab.close());
        await tab.goto(`${origin}/`);
        return new DemoPage(tab);
      },
      async beginTest() {
        await opened.context.clearCookies();
        before = await control.logEnd();
      },
      readFacts: async () => (await control.log(before)).filter(({ kind }) => kind === "fact"),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The shape of an entry in the tenant's log. */
export function fact(name: string, details: object = {}): unknown {
  const wanted: unknown = expect.objectContaining(details);
  return expect.objectContaining({ fact: name, details: wanted });
}
