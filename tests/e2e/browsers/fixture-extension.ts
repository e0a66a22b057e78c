import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { firefoxAddonId } from "../../launch/open-firefox.ts";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import type { TemporaryFolder } from "../../launch/temporary-folder.ts";

/** The title of the fixture's panel. It has a space, which browsers treat differently. */
export const panelTitle = "Tenant Inspector";

/** The faults for a console guard, which panel and popup offer as `plant(where)`. */
const plant = `globalThis.plant = (where) => {
  void Promise.reject(new Error("rejected in the " + where));
  console.error("logged in the " + where);
};`;

const files = {
  "devtools.html": `<!doctype html><script src="devtools.js"></script>`,
  "devtools.js": `chrome.devtools.panels.create(${JSON.stringify(panelTitle)}, "", "panel.html");`,
  "panel.html": `<!doctype html><meta charset="utf-8"><title>panel</title>
    <label>Your name <input id="name"></label> <button id="ask">Ask</button>
    <p id="answer">not asked</p><script src="panel.js"></script>`,
  "panel.js": `${plant}
    document.querySelector("#ask").addEventListener("click", () => {
      chrome.devtools.inspectedWindow.eval("document.title", (title) => {
        const name = document.querySelector("#name").value;
        document.querySelector("#answer").textContent = name + " inspects " + title;
      });
    });`,
  "popup.html": `<!doctype html><meta charset="utf-8"><title>popup</title>
    <p id="state">loading</p><script src="popup.js"></script>`,
  "popup.js": `${plant}
    globalThis.ask = (message) => void chrome.runtime.sendMessage(message);
    document.querySelector("#state").textContent = "ready";`,
  "worker.js": `chrome.action.setBadgeText({ text: "7" });
    chrome.runtime.onMessage.addListener((wanted, sender, respond) => {
      if (wanted === "reject") void Promise.reject(new Error("planted rejection"));
      if (wanted === "log") console.error("planted log");
      if (wanted === "throw") setTimeout(() => { throw new Error("planted throw"); });
      if (wanted === "wait") return true; // An answer is promised, and never given.
      respond("heard " + wanted);
    });`,
};

/** Creates an unpacked extension with a panel, a popup and a worker in a temporary folder. */
export async function makeFixtureExtension(
  browser: "chromium" | "firefox",
): Promise<TemporaryFolder> {
  const manifest = {
    manifest_version: 3,
    name: "Fixture",
    version: "1",
    devtools_page: "devtools.html",
    action: { default_popup: "popup.html" },
    ...(browser === "chromium"
      ? { background: { service_worker: "worker.js" } }
      : {
          background: { scripts: ["worker.js"] },
          browser_specific_settings: { gecko: { id: firefoxAddonId } },
        }),
  };
  const folder = await makeTemporaryFolder("fixture");
  const written = { ...files, "manifest.json": JSON.stringify(manifest) };
  for (const [name, text] of Object.entries(written)) {
    await writeFile(join(folder.path, name), text);
  }
  return folder;
}
