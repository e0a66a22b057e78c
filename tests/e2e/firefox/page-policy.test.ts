import { builtExtension } from "../../launch/build-extension.ts";
import { openFirefox } from "../../launch/open-firefox.ts";
import { testPagePolicy } from "../pages/page-policy-tests.ts";
import { settleTitles } from "../pages/settle-titles.ts";

testPagePolicy({
  builtExtension: builtExtension.firefox,
  async open(extensionDir) {
    const firefox = await openFirefox({ extensionDir });
    return {
      origin: firefox.extensionOrigin,
      extensionPage: (path) => firefox.extensionPage(path),
      async frameTitles(url, wanted) {
        const page = await firefox.browser.newPage();
        await page.goto(url);
        return settleTitles(
          () => Promise.all(page.frames().map((frame) => frame.title().catch(() => "refused"))),
          wanted,
        );
      },
      close: () => firefox.close(),
    };
  },
});
