import { openChromium } from "../../launch/open-chromium.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { proveRebuild } from "../both/rebuild-tests.ts";

proveRebuild("chrome", async (extensionDir) => {
  const chromium = await openChromium({ extensionDir, headless: true });
  const popup = await chromium.extensionPage("popup.html");
  const missing: string[] = [];
  popup.on("requestfailed", (request) => {
    // A reload aborts the lazy parts that the page before it still loads.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") missing.push(request.url());
  });
  let panel: PanelPage;
  return {
    close: () => chromium.close(),
    async reloadPopup() {
      missing.length = 0;
      await popup.reload();
      if (missing.length > 0) return `missing: ${missing.join()}`;
      return await popup.locator("h1").innerText();
    },
    async openPanel() {
      const { frame } = await openInspectorPanel(chromium, chromium.firstPage);
      panel = new PanelPage(frame);
    },
    async openTokens() {
      await panel.openTab("Tokens");
      return await panel.document.locator("[role=tabpanel] label").first().innerText();
    },
  };
});
