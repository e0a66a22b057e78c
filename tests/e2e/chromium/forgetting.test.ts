import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { testForgetting } from "../both/forgetting-tests.ts";
import { getWorker } from "../pages/worker.ts";

testForgetting({
  databasesFolder: "Default/IndexedDB",
  deletesKeys: false,
  keepsDeletedValues: true,
  async open(profileDir) {
    const extensionDir = builtExtension.chromium;
    const chromium = await openChromium({ extensionDir, headless: true, profileDir });
    const page = await chromium.extensionPage("options.html");
    return {
      page,
      async holdAfterClearing() {
        const worker = await getWorker(chromium);
        await worker.evaluate(
          `for (const { storage: { local } } of [chrome, browser]) {
            const clear = local.clear.bind(local);
            local.clear = () => clear().then(() => new Promise(() => {}));
          }`,
        );
      },
      close: () => chromium.close(),
      kill: () => chromium.kill(),
    };
  },
});
