import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { build } from "vite";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";

/** The panel and the bare page, in one browser and at one tenant where the user is logged in. */
export interface RunPlaces {
  chromium: OpenedChromium;
  tenant: RunningTenant;
  panel: Page;
  bare: Page;
  close(): Promise<void>;
}

const barePage = "bench-bare.html";

const bareHtml = `<!doctype html>
<html lang="en" data-origin="ORIGIN" data-client-id="${demo.clientId}">
  <head><meta charset="utf-8"><title>Bare</title></head>
  <body>
    <button>Log in</button><output></output>
    <script type="module" src="/bench-bare.js"></script>
  </body>
</html>
`;

/** Copies the built extension, and puts the bare page into the copy. */
async function makeExtension(origin: string): Promise<TemporaryFolder> {
  const folder = await makeTemporaryFolder("bench-extension");
  await cp(builtExtension.chromium, folder.path, { recursive: true });
  await writeFile(join(folder.path, barePage), bareHtml.replace("ORIGIN", origin));
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      outDir: folder.path,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      rollupOptions: {
        input: join(import.meta.dirname, "bare.ts"),
        output: { entryFileNames: "bench-bare.js" },
      },
    },
  });
  return folder;
}

/** The panel is in its own tab: DevTools would provide only these parts. */
function provideDevtools(): void {
  const event = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(chrome, {
    devtools: {
      panels: { themeName: "default" },
      network: { onNavigated: event, onRequestFinished: event, getHAR: () => undefined },
    },
  });
}

async function setUp(
  chromium: OpenedChromium,
  origin: string,
): Promise<Pick<RunPlaces, "panel" | "bare">> {
  const bare = await chromium.extensionPage(barePage);
  const request = {
    name: demo.tenantName,
    origin,
    clientId: demo.clientId,
    colour: "none",
    isReadOnly: false,
  };
  const answer: unknown = await bare.evaluate((message) => chrome.runtime.sendMessage(message), {
    command: "tenant.save",
    request,
  });
  if (!JSON.stringify(answer).startsWith('{"ok":true'))
    throw new Error(`The worker rejected the tenant: ${JSON.stringify(answer)}`);
  // The panel blocks the host of the redirect during a login. Without that, the bare page would
  // wait for the network, since no such host exists.
  await bare.evaluate(async () => {
    const { hostname } = new URL(chrome.identity.getRedirectURL());
    const condition = { requestDomains: [hostname], resourceTypes: ["main_frame" as const] };
    await chrome.declarativeNetRequest.updateSessionRules({
      addRules: [{ id: 1000, action: { type: "block" }, condition }],
    });
  });
  const panel = await chromium.context.newPage();
  await panel.addInitScript(provideDevtools);
  await panel.goto(`${chromium.extensionOrigin}/panel.html`);
  await panel.getByRole("tab", { name: "Run" }).click();
  return { panel, bare };
}

export async function openRunPlaces(): Promise<RunPlaces> {
  const tenant = await startTenant({ port: 0, demoPort: 0 });
  const folder = await makeExtension(tenant.origin);
  let chromium: OpenedChromium | undefined;
  const close = async () => {
    await chromium?.close();
    await tenant.stop();
    await folder.remove();
  };
  try {
    chromium = await openChromium({ extensionDir: folder.path, headless: true });
    return { chromium, tenant, close, ...(await setUp(chromium, tenant.origin)) };
  } catch (error) {
    await close();
    throw error;
  }
}
