import { builtExtension } from "../../launch/build-extension.ts";
import { openFirefox } from "../../launch/open-firefox.ts";
import { testForgetting } from "../both/forgetting-tests.ts";

testForgetting({
  databasesFolder: "storage/default",
  deletesKeys: true,
  keepsDeletedValues: false,
  async open(profileDir) {
    const firefox = await openFirefox({ extensionDir: builtExtension.firefox, profileDir });
    const page = await firefox.extensionPage("options.html");
    return {
      page,
      async holdAfterClearing() {
        await page.evaluate(`(async () => {
          const worker = await browser.runtime.getBackgroundPage();
          for (const { storage: { local } } of [worker.chrome, worker.browser]) {
            const clear = local.clear.bind(local);
            local.clear = () => clear().then(() => new Promise(() => {}));
          }
        })()`);
      },
      close: () => firefox.close(),
      kill: () => firefox.kill(),
    };
  },
});
