import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { testPagePolicy } from "../both/page-policy-tests.ts";

testPagePolicy({
  builtExtension: builtExtension.chromium,
  async open(extensionDir) {
    const chromium = await openChromium({ extensionDir, headless: true });
    return {
      origin: chromium.extensionOrigin,
      extensionPage: (path) => chromium.extensionPage(path),
      async frameTitles(url) {
        await chromium.firstPage.goto(url);
        return Promise.all(chromium.firstPage.frames().map((frame) => frame.title()));
      },
      close: () => chromium.close(),
    };
  },
});
