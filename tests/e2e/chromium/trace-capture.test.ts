import { startTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { proveCapture } from "../both/trace-capture-tests.ts";
import { CaptureReader } from "../pages/capture-reader.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";

proveCapture(async () => {
  const tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  const { demoOrigins, origin: tenantOrigin } = tenant;
  const chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    startUrl: demoOrigins[0],
  });
  const page = chromium.firstPage;
  const app = new DemoPage(page);
  const { frame } = await openInspectorPanel(chromium, page);
  const call = (functionText: string, argument: unknown) =>
    frame.evaluate(`(${functionText})(${JSON.stringify(argument)})`);
  return {
    tab: {
      goto: async (url) => void (await page.goto(url)),
      logIn: (user) => logIn(page, user),
      press: (id) => page.locator(`#${id}`).click(),
      waitForResult: async (words) => void (await app.readResult(words)),
      evaluate: (expression) => page.evaluate(expression),
    },
    reader: await CaptureReader.open({ call }),
    tenantOrigin,
    demoOrigins,
    hidesDocuments: false,
    async close() {
      await chromium.close();
      await tenant.stop();
    },
  };
});
