import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { testGuestPages } from "../both/guest-page-tests.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";
import { inspectTab } from "../pages/inspected-tab.ts";
import { countListeners } from "../pages/page-traces.ts";

testGuestPages({
  sandboxed: {
    problem:
      "The browser does not let DevTools extensions run scripts in the inspected page: it is no web page, or its content security policy has a sandbox. Open the page of your application in this tab, then try again.",
  },
  async open(url) {
    const chromium = await openChromium({
      extensionDir: builtExtension.chromium,
      headless: true,
      blocksPopups: true,
      args: ["--ignore-certificate-errors"],
    });
    const { firstPage: tab } = chromium;
    await tab.addInitScript(countListeners);
    await tab.goto(url);
    const { frame } = await openInspectorPanel(chromium, tab);
    return {
      tab: inspectTab(tab),
      panel: {
        call: (functionText, argument) =>
          frame.evaluate(`(${functionText})(${JSON.stringify(argument)})`),
      },
      close: () => chromium.close(),
    };
  },
});
