import type { Page } from "puppeteer-core";
import { builtExtension } from "../../launch/build-extension.ts";
import { openFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { proveSharedTenant } from "../both/shared-tenant-tests.ts";
import { FirefoxOptions } from "../pages/firefox-options.ts";
import { press, surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";

proveSharedTenant(async () => {
  const firefox = await openFirefox({ extensionDir: builtExtension.firefox });
  const options = await FirefoxOptions.open(firefox);
  let other: Page;
  let popup: Page | undefined;
  return {
    page: options.page,
    close: () => firefox.close(),
    async saveTenant(domain, name) {
      await options.saveTenant({ domain, clientId: "", name });
    },
    async saveCredential(id, secret) {
      await options.saveClientCredentials(id, secret);
    },
    forgetTenant: (name) => options.forgetTenant(name),
    async openWindow(section) {
      await options.page.evaluate(
        `browser.windows.create({ url: ${JSON.stringify(`options.html#${section}`)} })`,
      );
      other = await waitFor(
        async () =>
          (await firefox.browser.pages()).find(
            (page) => page !== options.page && page.url().endsWith(`#${section}`),
          ),
        { what: "the page in the new window" },
      );
    },
    readWindow: (words) => waitForWords(surfaceOfTab(other), "main", words),
    async readPopup(words) {
      popup ??= await firefox.extensionPage("popup.html");
      return await waitForWords(surfaceOfTab(popup), "body", words);
    },
    async retry() {
      if (popup) await press(surfaceOfTab(popup), { kind: "button", name: "retry now" });
    },
  };
});
