import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRunning } from "../../launch/end-processes.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import type { OpenedChromium } from "../../launch/open-chromium.ts";
import type { TemporaryFolder } from "../../launch/temporary-folder.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { openPanel } from "../pages/chromium-devtools.ts";
import { getWorker, openPopup, readBadgeText, watchWorker } from "../pages/worker.ts";
import { watchConsoles } from "./console-guard.ts";
import { makeFixtureExtension, panelTitle } from "./fixture-extension.ts";
import { serveFixturePage } from "./fixture-page.ts";
import type { FixturePage } from "./fixture-page.ts";

let extension: TemporaryFolder;
let site: FixturePage;
let chromium: OpenedChromium;

beforeAll(async () => {
  extension = await makeFixtureExtension("chromium");
  site = await serveFixturePage();
  chromium = await openChromium({
    extensionDir: extension.path,
    headless: true,
    startUrl: site.url,
  });
});

afterAll(async () => {
  await chromium.close();
  await site.close();
  await extension.remove();
});

test("the panel opens in the real DevTools, works there, and a screenshot is possible", async () => {
  const panel = await openPanel(chromium, chromium.firstPage, panelTitle);
  await panel.frame.getByLabel("Your name").fill("Ada");
  await panel.frame.getByRole("button", { name: "Ask" }).click();
  await panel.frame.getByText("Ada inspects inspected").waitFor();
  const png = await panel.screenshot();
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("the popup opens from the toolbar and as a page, and the badge can be read", async () => {
  const popup = await openPopup(chromium);
  await popup.getByText("ready").waitFor();
  const page = await chromium.extensionPage("popup.html");
  await page.getByText("ready").waitFor();
  expect(await readBadgeText(page)).toBe("7");
  await page.close();
});

test("the worker is really stopped, the watch reports it, and a message restarts it", async () => {
  const watch = await watchWorker(chromium);
  const page = await chromium.extensionPage("popup.html");
  await page.evaluate(() => chrome.runtime.sendMessage("wake"));
  await watch.waitUntilRunning();
  const worker = await getWorker(chromium);
  await worker.evaluate(() => Object.assign(globalThis, { remembered: true }));
  const startsBefore = watch.starts();
  await watch.stop();
  await watch.waitUntilStopped();
  expect(await page.evaluate(() => chrome.runtime.sendMessage("wake"))).toBe("heard wake");
  await watch.waitUntilRunning();
  expect(watch.starts()).toBe(startsBefore + 1);
  expect(await worker.evaluate(() => "remembered" in globalThis)).toBe(false);
  await watch.end();
  await page.close();
});

test("the console guard ignores quiet pages and reports planted faults in page, panel and worker", async () => {
  const guard = await watchConsoles(chromium);
  const page = await chromium.extensionPage("popup.html");
  await page.getByText("ready").waitFor();
  const panel = await openPanel(chromium, chromium.firstPage, panelTitle);
  await guard.expectNone();

  await page.evaluate("plant('page')");
  await panel.frame.evaluate("plant('panel')");
  for (const message of ["reject", "log", "throw"]) {
    await page.evaluate((message) => chrome.runtime.sendMessage(message), message);
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
  await guard.expectNone({ except: [/rejected|logged|planted/u] });
  await expect(guard.expectNone()).rejects.toThrow("exception in chrome-extension://");
  await guard.expectNone();

  const watch = await watchWorker(chromium);
  await watch.stop();
  await page.evaluate(() => chrome.runtime.sendMessage("reject"));
  await waitFor(async () => (await guard.entries()).length > expected.length, {
    what: "the guard to report a rejection of the restarted worker",
  });
  await guard.end();
  await watch.end();
  await page.close();
});

test("closing stops every process of the browser and removes its profile", async () => {
  const own = await openChromium({ extensionDir: extension.path, headless: true });
  const { processInfo } = await own.session.send("SystemInfo.getProcessInfo");
  expect(processInfo.length).toBeGreaterThan(1);
  expect(existsSync(own.profileDir)).toBe(true);
  await own.close();
  expect(processInfo.filter(({ id }) => isRunning(id))).toEqual([]);
  expect(existsSync(own.profileDir)).toBe(false);
});

test("an extension that cannot be loaded causes an error with a remedy", async () => {
  const opening = openChromium({ extensionDir: "/nowhere", headless: true });
  await expect(opening).rejects.toThrow("npm run build");
});
