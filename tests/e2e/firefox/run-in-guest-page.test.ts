import { builtExtension } from "../../launch/build-extension.ts";
import { openFirefox } from "../../launch/open-firefox.ts";
import { testGuestPages } from "../both/guest-page-tests.ts";
import { inspectFirefoxTab } from "../pages/firefox-inspected-tab.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { countListeners } from "../pages/page-traces.ts";

testGuestPages({
  sandboxed: {
    warning:
      "The page's content security policy has a sandbox, so its origin is “null”. Frames, popups and requests of a run fail there.",
  },
  async open(url) {
    const firefox = await openFirefox({
      extensionDir: builtExtension.firefox,
      acceptsAnyCertificate: true,
      // Automation disables the popup blocker.
      prefs: { "dom.disable_open_during_load": true },
    });
    const tab = await firefox.browser.newPage();
    await tab.evaluateOnNewDocument(countListeners);
    await tab.goto(url);
    const panel = await openInspectorToolbox(firefox, url);
    return {
      tab: inspectFirefoxTab(tab),
      panel: { call: (functionText, argument) => panel.evaluate(functionText, argument) },
      close: () => firefox.close(),
    };
  },
});
