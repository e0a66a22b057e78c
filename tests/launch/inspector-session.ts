import { startTenant, type RunningTenant } from "../../tenant/serve.ts";
import { openInspectorPanel, type ChromiumPanel } from "../e2e/pages/chromium-devtools.ts";
import { OptionsPage } from "../e2e/pages/options-page.ts";
import { builtAuthLibrary, builtExtension } from "./build-extension.ts";
import { demo } from "./demo.ts";
import { openChromium, type OpenedChromium } from "./open-chromium.ts";

/** A running tenant, its demo web app, and a browser with the extension set up for them. */
export interface InspectorSession {
  tenant: RunningTenant;
  chromium: OpenedChromium;
  options: OptionsPage;
  close(): Promise<void>;
}

/**
 * Starts the local tenant and a browser with the built extension, and enters tenant and credential
 * on the options page as a user would.
 */
export async function openInspectorSession(settings: {
  headless: boolean;
  /** 0 for any free port. Default: the usual ports. */
  port?: number;
  /** True to keep the browser's popup blocker, which automation disables. */
  blocksPopups?: boolean;
}): Promise<InspectorSession> {
  const { headless, port, blocksPopups = false } = settings;
  const tenant = await startTenant({
    authLibraryFile: builtAuthLibrary,
    ...(port === undefined ? {} : { port, demoPort: port }),
  });
  let chromium: OpenedChromium | undefined;
  const close = async () => {
    await chromium?.close();
    await tenant.stop();
  };
  try {
    chromium = await openChromium({
      extensionDir: builtExtension.chromium,
      headless,
      blocksPopups,
      startUrl: tenant.demoOrigins[0],
    });
    const options = new OptionsPage(await chromium.extensionPage("options.html"));
    const saved = await options.saveTenant({
      domain: tenant.origin,
      clientId: demo.clientId,
      name: demo.tenantName,
    });
    if (!saved.includes("Tenant saved")) throw new Error(`Could not save the tenant: ${saved}`);
    const accepted = await options.saveClientCredentials(
      demo.managementClientId,
      demo.managementClientSecret,
    );
    if (!accepted.includes("Credential saved")) {
      throw new Error(`Could not save the management credential: ${accepted}`);
    }
    return { tenant, chromium, options, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens DevTools on the demo web app and shows our panel. */
export async function openDemoPanel(session: InspectorSession): Promise<ChromiumPanel> {
  const { chromium } = session;
  await chromium.firstPage.bringToFront();
  return await openInspectorPanel(chromium, chromium.firstPage);
}
