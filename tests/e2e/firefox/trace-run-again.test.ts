import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { logInWithFirefox } from "../pages/firefox-login-window.ts";
import { FirefoxRunPage } from "../pages/firefox-run-page.ts";
import { waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox, type FirefoxPanel } from "../pages/firefox-toolbox.ts";
import { TraceVerdicts } from "../pages/trace-verdicts.ts";
import { openFirefoxSession, setUpInspector, type FirefoxSession } from "./firefox-session.ts";

let session: FirefoxSession;
let page: Page;
let panel: FirefoxPanel;
let trace: TraceVerdicts;

beforeAll(async () => {
  session = await openFirefoxSession();
  await setUpInspector(session);
  const { firefox, tenant } = session;
  page = await firefox.browser.newPage();
  const demoApp = `${tenant.demoOrigins[0]}/`;
  await page.goto(demoApp);
  panel = await openInspectorToolbox(firefox, demoApp);
  trace = await TraceVerdicts.open({
    call: (functionText, argument) => panel.evaluate(functionText, argument),
    click: (selector) => panel.click(selector),
  });
});
afterAll(() => session?.close());

test("a sample opens where nothing was captured, with its stop", async () => {
  await panel.click(".samples li:nth-child(2) button");
  const row = await waitForWords(
    panel,
    `.flow-row[aria-posinset="1"]`,
    "Stopped at the authorization request: 400",
  );
  expect(row).toContain("login");
  await panel.click(".trace-bar .clear");
  await waitForWords(panel, ".trace > .empty", "Log in to the inspected page");
});

test("a captured login of the demo app runs again in its page, and succeeds", async () => {
  await page.waitForSelector("#pkce:enabled");
  await page.click("#pkce");
  await page.waitForFunction(() => location.pathname === "/u/login");
  await logInWithFirefox(page, demo.user);
  await trace.waitForVerdict("login");
  await panel.click(`.flow-row[aria-posinset="1"]`);
  await waitForWords(panel, "button.run-again", "Run again");
  await panel.click("button.run-again");

  await waitForWords(panel, ".captured-notice", "The run creates its own");
  const run = new FirefoxRunPage(panel);
  await run.start();
  expect(await run.outcome()).toContain("Logged in.");
});
