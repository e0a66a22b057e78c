import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { firefoxAddonId } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { proveUpdate, readDraftCopy } from "../both/update-tests.ts";
import { FirefoxOptions } from "../pages/firefox-options.ts";
import { enter, press, readField, surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openFirefoxSession, setUpInspector } from "./firefox-session.ts";

/** Calls the listener that holds an update, as the browser does once it has loaded one. */
const offerUpdate = `({ id, version }) => {
  const { AddonManagerPrivate } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
  if (!AddonManagerPrivate.hasUpgradeListener(id)) throw new Error("Nobody holds the update.");
  const install = () => { globalThis.installedUpdates = (globalThis.installedUpdates ?? 0) + 1; };
  AddonManagerPrivate.getUpgradeListener(id)({ version, install });
}`;
const disableAndEnable = `async (id) => {
  const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
  const addon = await AddonManager.getAddonByID(id);
  await addon.disable();
  await addon.enable();
}`;
const countInstalled = `() => globalThis.installedUpdates ?? 0`;

proveUpdate(async () => {
  const session = await openFirefoxSession();
  const { firefox } = session;
  await (await setUpInspector(session)).page.close();

  async function readPage(path: string, words: string): Promise<string> {
    const page = await firefox.extensionPage(path);
    const text = await waitForWords(surfaceOfTab(page), "main", words);
    await page.close();
    return text;
  }
  const openPopup = async () => {
    const page = await firefox.extensionPage("popup.html");
    const surface = surfaceOfTab(page);
    await press(surface, { kind: "tab", name: "Token exchange" });
    return { page, surface };
  };

  return {
    close: () => session.close(),
    async typeName(name) {
      const { page, surface } = await openPopup();
      await press(surface, { kind: "button", name: "New profile" });
      await enter(surface, "Name", name);
      await waitFor(async () => String(await page.evaluate(readDraftCopy)).includes(name), {
        what: "the copy of the draft",
      });
      await page.close();
    },
    async readName(name) {
      const { page, surface } = await openPopup();
      await waitFor(async () => (await readField(surface, "Name")) === name, {
        what: "the typed name",
      });
      await page.close();
    },
    readPopup: (words) => readPage("popup.html", words),
    readOptions: (words) => readPage("options.html#credential", words),
    async saveCredential() {
      const options = await FirefoxOptions.open(firefox);
      await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
      await options.page.close();
    },
    async update() {
      await firefox.browser.installExtension(builtExtension.firefox);
    },
    async disableAndEnable() {
      await firefox.chromeScope.call(disableAndEnable, firefoxAddonId);
    },
    async offer(version) {
      await firefox.chromeScope.call(offerUpdate, { id: firefoxAddonId, version });
    },
    async install() {
      const page = await firefox.extensionPage("options.html");
      await press(surfaceOfTab(page), { kind: "button", name: "Update and restart" });
      await waitFor(async () => (await firefox.chromeScope.call(countInstalled)) === 1, {
        what: "Firefox to be told to install the update",
      });
    },
  };
});
