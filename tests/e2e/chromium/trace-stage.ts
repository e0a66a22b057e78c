import { startTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import type { TraceStage } from "../both/trace-stage.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";

/** Starts the tenant, and Chromium with the real DevTools on the demo app. */
export async function openTraceStage(): Promise<TraceStage> {
  const tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  let chromium: OpenedChromium | undefined;
  const close = async () => {
    await chromium?.close();
    await tenant.stop();
  };
  try {
    const { demoOrigins, origin: tenantOrigin } = tenant;
    chromium = await openChromium({
      extensionDir: builtExtension.chromium,
      headless: true,
      startUrl: demoOrigins[0],
    });
    const page = chromium.firstPage;
    const app = new DemoPage(page);
    const { frame } = await openInspectorPanel(chromium, page);
    return {
      tab: {
        goto: async (url) => void (await page.goto(url)),
        logIn: (user) => logIn(page, user),
        press: (id) => page.locator(`#${id}`).click(),
        fill: (name, value) => page.locator(`input[name=${name}]`).fill(value),
        waitForResult: async (words) => void (await app.readResult(words)),
        evaluate: (expression) => page.evaluate(expression),
      },
      panel: {
        call: (functionText, argument) =>
          frame.evaluate(`(${functionText})(${JSON.stringify(argument)})`),
        click: (selector) => frame.locator(selector).first().click(),
      },
      control: new TenantControl(tenantOrigin),
      tenantOrigin,
      demoOrigins,
      hidesDocuments: false,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
