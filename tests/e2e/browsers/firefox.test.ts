import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRunning } from "../../launch/end-processes.ts";
import { openFirefox } from "../../launch/open-firefox.ts";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import type { TemporaryFolder } from "../../launch/temporary-folder.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { openToolboxPanel } from "../pages/firefox-toolbox.ts";
import { makeFixtureExtension, panelTitle } from "./fixture-extension.ts";
import { serveFixturePage } from "./fixture-page.ts";
import type { FixturePage } from "./fixture-page.ts";
import { isAfterUnload, watchFirefoxConsoles } from "./firefox-console-guard.ts";

let extension: TemporaryFolder;
let site: FixturePage;
let firefox: OpenedFirefox;

beforeAll(async () => {
  extension = await makeFixtureExtension("firefox");
  site = await serveFixturePage();
  firefox = await openFirefox({ extensionDir: extension.path });
  const inspected = await firefox.browser.newPage();
  await inspected.goto(site.url);
});

afterAll(async () => {
  await firefox.close();
  await site.close();
  await extension.remove();
});

test("the panel opens in the real toolbox, works there, and a screenshot is possible", async () => {
  const panel = await openToolboxPanel(firefox, site.url, panelTitle);
  expect(await panel.text("#answer")).toBe("not asked");
  await panel.fill("#name", "Grace");
  await panel.click("#ask");
  await panel.waitForText("Grace inspects inspected", { selector: "#answer" });
  const hasDevTools = await panel.evaluate((api) => api in chrome, "devtools");
  expect(hasDevTools).toBe(true);
  const png = await panel.screenshot();
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("a page of the add-on opens in a tab, where the badge can be read", async () => {
  const page = await firefox.extensionPage("popup.html");
  await waitFor(() => page.evaluate("document.querySelector('#state').textContent === 'ready'"), {
    what: "the popup's script to run",
  });
  expect(await page.evaluate("chrome.action.getBadgeText({})")).toBe("7");
  await page.close();
});

test("the console guard ignores quiet pages and reports planted faults in page, panel and worker", async () => {
  const guard = await watchFirefoxConsoles(firefox);
  const page = await firefox.extensionPage("popup.html");
  const panel = await openToolboxPanel(firefox, site.url, panelTitle);
  await guard.expectNone();

  await page.evaluate("plant('page')");
  await panel.evaluate("() => plant('panel')");
  for (const message of ["reject", "log", "throw"]) {
    await page.evaluate(`chrome.runtime.sendMessage("${message}")`);
  }
  const expected = [
    "rejected in the page",
    "logged in the page",
    "rejected in the panel",
    "logged in the panel",
    "planted rejection",
    "planted log",
    "planted throw",
  ];
  await waitFor(
    async () => {
      const texts = (await guard.entries()).map(({ text }) => text).join("\n");
      return expected.every((text) => texts.includes(text));
    },
    { what: "the guard to report all seven entries" },
  );
  expect(await guard.entries()).toHaveLength(expected.length);
  await expect(guard.expectNone()).rejects.toThrow("exception in moz-extension://");
  await guard.expectNone();
  await guard.end();
  await page.close();
});

test("the console guard ignores Firefox's own message about a page that closes during a call", async () => {
  const guard = await watchFirefoxConsoles(firefox);
  const before = (await guard.entries()).length;
  const page = await firefox.extensionPage("popup.html");
  await page.evaluate("ask('wait')");
  await page.close();
  const saysSo = `() => window.consoleGuard.entries.some(({ text }) => ${isAfterUnload}.test(text))`;
  await waitFor(async () => (await firefox.chromeScope.call(saysSo)) === true, {
    what: "Firefox to report that the page is gone",
  });
  expect(await guard.entries()).toHaveLength(before);
  await guard.end();
});

test("closing stops every process of the browser and removes its profile", async () => {
  const own = await openFirefox({ extensionDir: extension.path });
  const pids = await own.chromeScope.listProcesses();
  expect(pids.length).toBeGreaterThan(1);
  expect(existsSync(own.profileDir)).toBe(true);
  await own.close();
  expect(pids.filter(isRunning)).toEqual([]);
  expect(existsSync(own.profileDir)).toBe(false);
});
