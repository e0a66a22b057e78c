import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { getWorker } from "../pages/worker.ts";
import { reloadExtension } from "../pages/reload-extension.ts";

let session: InspectorSession;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
});
afterAll(() => session?.close());

// SECURITY.md and the options say that an update ends what is kept until the browser is closed.
test("an extension that is loaded again has lost what was kept until the browser is closed", async () => {
  const readNames = async () => {
    const page = await session.chromium.extensionPage("options.html");
    const names = await page.evaluate(async () => Object.keys(await chrome.storage.session.get()));
    await page.close();
    return names;
  };
  expect(await readNames()).toContain("credentials");
  await reloadExtension(session.chromium);
  await expect.poll(readNames).not.toContain("credentials");
});

// Chromium raises this event only for an extension that it loads at its start.
test("a start of the browser is no update: nothing is called lost that was to go then", async () => {
  const page = await session.chromium.extensionPage("options.html");
  const row = page.locator(".tenant-row");
  await expect.poll(() => row.innerText()).toContain("credential lost");
  await (await getWorker(session.chromium)).evaluate("chrome.runtime.onStartup.dispatch()");
  await expect.poll(() => row.innerText()).toContain("no credential");
  await page.close();
});

// Chromium closes every DevTools window with a page of an extension that it unloads, docked or not.
// The notice is for a browser that lets the panel outlive its extension.
test("an extension that is loaded again leaves no dead panel, and DevTools show a new one", async () => {
  const { devtools, frame } = await openDemoPanel(session);
  await expect.poll(() => frame.locator("header").innerText()).toContain("tenant:");
  expect(await frame.getByText("Tenant Inspector was updated or reloaded.").count()).toBe(0);
  const closed = devtools.waitForEvent("close");
  await reloadExtension(session.chromium);
  await closed;
  const again = await openDemoPanel(session);
  await expect.poll(() => again.frame.locator("header").innerText()).toContain(demo.tenantName);
  expect(await again.frame.locator(".stream-state").innerText()).toContain("stream:");
});
