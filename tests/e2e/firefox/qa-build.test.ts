import * as z from "zod/mini";
import { openFirefox } from "../../launch/open-firefox.ts";
import { surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { testQaBuild } from "../both/qa-build-tests.ts";

testQaBuild("firefox", async (extensionDir) => {
  const firefox = await openFirefox({ extensionDir });
  const options = await firefox.extensionPage("options.html");
  return {
    close: () => firefox.close(),
    async readName() {
      const name = await surfaceOfTab(options).evaluate(
        async () => chrome.runtime.getManifest().name,
      );
      return z.string().parse(name);
    },
    async readFooter(surface) {
      if (surface === "panel") {
        const panel = await openInspectorToolbox(firefox, options.url());
        return await waitForWords(panel, "footer.build-footer", /\S/);
      }
      const page = await firefox.extensionPage(`${surface}.html`);
      return await waitForWords(surfaceOfTab(page), "footer.build-footer", /\S/);
    },
  };
});
