import { builtExtension } from "../../launch/build-extension.ts";
import { openFirefox } from "../../launch/open-firefox.ts";
import { proveLastRelease } from "../both/last-release-tests.ts";

proveLastRelease("firefox", builtExtension.firefox, async (folder) => {
  const firefox = await openFirefox({ extensionDir: folder });
  return {
    async load(path) {
      await firefox.browser.installExtension(path);
    },
    openOptions: () => firefox.extensionPage("options.html"),
    close: () => firefox.close(),
  };
});
