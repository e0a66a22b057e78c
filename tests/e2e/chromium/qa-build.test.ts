import { openChromium } from "../../launch/open-chromium.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { testQaBuild } from "../both/qa-build-tests.ts";

testQaBuild("chrome", async (extensionDir) => {
  const chromium = await openChromium({ extensionDir, headless: true });
  const options = await chromium.extensionPage("options.html");
  return {
    close: () => chromium.close(),
    readName: () => options.evaluate(() => chrome.runtime.getManifest().name),
    async readFooter(surface) {
      if (surface === "panel") {
        const { frame } = await openInspectorPanel(chromium, chromium.firstPage);
        return await frame.locator("footer.build-footer").innerText();
      }
      const page = await chromium.extensionPage(`${surface}.html`);
      return await page.locator("footer.build-footer").innerText();
    },
  };
});
