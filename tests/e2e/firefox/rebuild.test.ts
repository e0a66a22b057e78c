import * as z from "zod/mini";
import { openFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { FirefoxInspectorPanel } from "../pages/firefox-panel.ts";
import { surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { proveRebuild } from "../both/rebuild-tests.ts";

/**
 * Runs in the document. Returns its heading once the page has started, or the missing scripts;
 * null while neither is known.
 */
async function readStart(): Promise<string | null> {
  if ("isLeft" in globalThis || document.readyState !== "complete") return null;
  const heading = document.querySelector("h1");
  if (heading !== null) return heading.textContent;
  const missing: string[] = [];
  for (const { src } of document.querySelectorAll<HTMLScriptElement>("script[src]")) {
    // Firefox responds with 200 for a missing file, and fails while its body is read.
    const text = await fetch(src)
      .then((response) => response.text())
      .catch(() => "");
    if (text === "") missing.push(src);
  }
  return missing.length === 0 ? null : `missing: ${missing.join()}`;
}

proveRebuild("firefox", async (extensionDir) => {
  const firefox = await openFirefox({ extensionDir });
  const popup = await firefox.extensionPage("popup.html");
  const surface = surfaceOfTab(popup);
  let inspector: FirefoxInspectorPanel;
  return {
    close: () => firefox.close(),
    async reloadPopup() {
      await popup.evaluate(() => {
        Reflect.set(globalThis, "isLeft", true);
        location.reload();
      });
      const read = async () => z.nullable(z.string()).parse(await surface.evaluate(readStart));
      return await waitFor(read, { what: "the popup's document to load again" });
    },
    async openPanel() {
      const panel = await openInspectorToolbox(firefox, popup.url());
      inspector = new FirefoxInspectorPanel(panel);
    },
    async openTokens() {
      await inspector.openTab("Tokens");
      return await waitForWords(inspector.panel, "[role=tabpanel] label", /\S/);
    },
  };
});
