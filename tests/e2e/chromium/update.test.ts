import { demo } from "../../launch/demo.ts";
import { openInspectorSession } from "../../launch/inspector-session.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { proveUpdate, readDraftCopy } from "../both/update-tests.ts";
import { clickToClose } from "../pages/click-to-close.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { reloadExtension } from "../pages/reload-extension.ts";
import { getWorker } from "../pages/worker.ts";

proveUpdate(async () => {
  const session = await openInspectorSession({ headless: true, port: 0 });
  const { chromium } = session;
  await session.options.page.close();

  async function readPage(path: string, words: string): Promise<string> {
    const page = await chromium.extensionPage(path);
    await page.getByText(words).first().waitFor();
    const text = await page.locator("main").innerText();
    await page.close();
    return text;
  }
  const openForm = async () => {
    const popup = new PopupPage(await chromium.extensionPage("popup.html"));
    await popup.openForm();
    return popup;
  };

  return {
    close: () => session.close(),
    async typeName(name) {
      const popup = await openForm();
      await popup.fillIn({ name });
      await waitFor(async () => String(await popup.page.evaluate(readDraftCopy)).includes(name), {
        what: "the copy of the draft",
      });
      await popup.page.close();
    },
    async readName(name) {
      const popup = await openForm();
      const field = popup.page.getByLabel("Name", { exact: true });
      await waitFor(async () => (await field.inputValue()) === name, { what: "the typed name" });
      await popup.page.close();
    },
    readPopup: (words) => readPage("popup.html", words),
    readOptions: (words) => readPage("options.html#credential", words),
    async saveCredential() {
      const options = new OptionsPage(await chromium.extensionPage("options.html"));
      await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
      await options.page.close();
    },
    update: () => reloadExtension(chromium),
    async disableAndEnable() {
      const page = await chromium.context.newPage();
      await page.goto("chrome://extensions");
      const id = new URL(chromium.extensionOrigin).host;
      await page.evaluate(async (own) => {
        await chrome.management.setEnabled(own, false);
        await chrome.management.setEnabled(own, true);
      }, id);
      await page.close();
    },
    async offer(version) {
      const worker = await getWorker(chromium);
      // Chromium raises the event for a package of a store only.
      await worker.evaluate(
        `chrome.runtime.onUpdateAvailable.dispatch({ version: ${JSON.stringify(version)} })`,
      );
    },
    async install() {
      const page = await chromium.extensionPage("options.html");
      await clickToClose(page.getByRole("button", { name: "Update and restart" }));
    },
  };
});
