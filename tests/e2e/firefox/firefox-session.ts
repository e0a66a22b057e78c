import { startTenant, type RunningTenant, type StartOptions } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { enterDemoTenant } from "../../launch/firefox-window.ts";
import { openFirefox, type FirefoxOptions, type OpenedFirefox } from "../../launch/open-firefox.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { watchFirefoxConsoles } from "../browsers/firefox-console-guard.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import type { FirefoxOptions as OptionsPage } from "../pages/firefox-options.ts";

/** A running tenant and a Firefox with the built add-on. Their consoles are watched. */
export interface FirefoxSession {
  tenant: RunningTenant;
  control: TenantControl;
  firefox: OpenedFirefox;
  guard: ConsoleGuard;
  close(): Promise<void>;
}

/** Starts both, without a tenant in the extension. */
export async function openFirefoxSession(
  settings: {
    prefs?: FirefoxOptions["prefs"];
    limits?: StartOptions["limits"];
    profileDir?: string;
  } = {},
): Promise<FirefoxSession> {
  const { prefs, limits, profileDir } = settings;
  const tenant = await startTenant({
    port: 0,
    demoPort: 0,
    authLibraryFile: builtAuthLibrary,
    ...(limits === undefined ? {} : { limits }),
  });
  let firefox: OpenedFirefox | undefined;
  const close = async () => {
    await firefox?.close();
    await tenant.stop();
  };
  try {
    firefox = await openFirefox({
      extensionDir: builtExtension.firefox,
      ...(prefs === undefined ? {} : { prefs }),
      ...(profileDir === undefined ? {} : { profileDir }),
    });
    const guard = await watchFirefoxConsoles(firefox);
    return { tenant, control: new TenantControl(tenant.origin), firefox, guard, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Enters tenant and credential on the options page like a user, and keeps that page open. */
export async function setUpInspector(session: FirefoxSession): Promise<OptionsPage> {
  const { firefox, tenant, control } = session;
  const options = await enterDemoTenant(firefox, tenant.origin);
  await control.untilListened();
  return options;
}
