import type { Page } from "playwright";
import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { proveSharedTenant } from "../both/shared-tenant-tests.ts";
import { OptionsPage } from "../pages/options-page.ts";

proveSharedTenant(async () => {
  const chromium = await openChromium({ extensionDir: builtExtension.chromium, headless: true });
  const options = new OptionsPage(await chromium.extensionPage("options.html"));
  let other: Page;
  let popup: Page | undefined;
  return {
    page: options.page,
    close: () => chromium.close(),
    async saveTenant(domain, name) {
      await options.saveTenant({ domain, clientId: "", name });
    },
    async saveCredential(id, secret) {
      await options.saveClientCredentials(id, secret);
    },
    forgetTenant: () => options.forgetTenant(),
    async openWindow(section) {
      const opened = chromium.context.waitForEvent("page");
      await options.page.evaluate(async (url) => {
        await chrome.windows.create({ url });
      }, `options.html#${section}`);
      other = await opened;
    },
    async readWindow(words) {
      await other.locator("main").getByText(words).first().waitFor();
      return await other.locator("main").innerText();
    },
    async readPopup(words) {
      popup ??= await chromium.extensionPage("popup.html");
      await popup.getByText(words).first().waitFor();
      return await popup.locator("body").innerText();
    },
    async retry() {
      await popup?.getByRole("button", { name: "retry now" }).click();
    },
  };
});
