import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { proveLastRelease } from "../both/last-release-tests.ts";

proveLastRelease("chrome", builtExtension.chromium, async (folder) => {
  const chromium = await openChromium({ extensionDir: folder, headless: true });
  return {
    // Both versions have the key of the testers' package, and so the same id.
    async load(path) {
      const { id } = await chromium.session.send("Extensions.loadUnpacked", { path });
      if (id !== chromium.extensionId) throw new Error(`The version has the other id ${id}.`);
    },
    openOptions: () => chromium.extensionPage("options.html"),
    close: () => chromium.close(),
  };
});
