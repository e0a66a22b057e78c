import { builtExtension } from "../../launch/build-extension.ts";
import { openFirefox } from "../../launch/open-firefox.ts";
import { testPagePolicy } from "../both/page-policy-tests.ts";

testPagePolicy({
  builtExtension: builtExtension.firefox,
  async open(extensionDir) {
    const firefox = await openFirefox({ extensionDir });
    return {
      origin: firefox.extensionOrigin,
      extensionPage: (path) => firefox.extensionPage(path),
      async frameTitles(url) {
        const page = await firefox.browser.newPage();
        await page.goto(url);
        return Promise.all(page.frames().map((frame) => frame.title().catch(() => "refused")));
      },
      close: () => firefox.close(),
    };
  },
});
