import { chromium } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { findChromium } from "../../launch/find-browser.mjs";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";
import { fact, openDemoSession, type DemoSession } from "./demo-session.ts";

let session: DemoSession;

beforeAll(async () => {
  session = await openDemoSession();
});
beforeEach(async () => {
  await session.beginTest();
});
afterEach(async () => {
  await session.guard.expectNone();
});
afterAll(async () => {
  await session?.close();
});

test("a popup login returns tokens to the page that opened the window, and closes the window", async () => {
  const page = await session.open();
  const popup = await page.openPopup(session.tenant.origin);
  const closed = popup.waitForEvent("close");
  await logIn(popup, demo.user);
  const words = await page.readResult("Popup login");
  expect(words).toContain("Popup login succeeded.");
  expect(words).toContain("Ada Lovelace");
  await closed;
  expect(page.tab.url()).toBe(`${session.tenant.demoOrigins[0]}/`);
  expect(await session.readFacts()).toContainEqual(
    fact("id_token issued", { client_id: demo.clientId, alg: "RS256" }),
  );
});

test("a popup that the user closes ends in popup_closed, and no token is issued", async () => {
  const page = await session.open();
  const popup = await page.openPopup(session.tenant.origin);
  await popup.close();
  const words = await page.readResult("Popup login");
  expect(words).toContain("Popup login failed.");
  expect(words).toContain("popup_closed");
  expect(words).toContain("User closed the popup window");
  expect(await session.readFacts()).not.toContainEqual(fact("id_token issued"));
});

test("a popup that the browser blocks ends in popup_blocked with a remedy, and a click can open it", async () => {
  // Automation disables the blocker; here it is enabled, and a script without a click triggers it.
  const strict = await chromium.launch({
    executablePath: findChromium(process.platform, process.env) ?? "chromium",
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu"],
  });
  onTestFinished(() => strict.close());
  const tab = await strict.newPage();
  const page = new DemoPage(tab);
  const errors: string[] = [];
  tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  tab.on("pageerror", ({ message }) => errors.push(message));
  await tab.goto(`${session.tenant.demoOrigins[0]}/`);
  const devtools = await tab.context().newCDPSession(tab);
  // Code that Playwright evaluates counts as a user gesture, so this code waits for the button.
  const expression = `new Promise((resolve) => {
    const button = document.querySelector("#popup");
    const press = () => button.disabled ? requestAnimationFrame(press) : resolve(button.click());
    press();
  })`;
  await devtools.send("Runtime.evaluate", { expression, userGesture: false, awaitPromise: true });
  const words = await page.readResult("Popup login");
  expect(words).toContain("Popup login failed.");
  expect(words).toContain("popup_blocked");
  expect(words).toContain("Call popup.authorize in a click handler.");
  await (await page.openPopup(session.tenant.origin)).close();
  expect(await page.readResult("Popup login")).toContain("popup_closed");
  expect(errors).toEqual([]);
});
