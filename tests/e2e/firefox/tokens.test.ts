import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { focusPanel, pressKey, typeText } from "../pages/firefox-keyboard.ts";
import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { findAxeViolations } from "../pages/firefox-axe.ts";
import { setToolboxTheme } from "../pages/firefox-colours.ts";
import { logInWithFirefox, openFirefoxLoginWindow } from "../pages/firefox-login-window.ts";
import type { FirefoxOptions } from "../pages/firefox-options.ts";
import { FirefoxInspectorPanel } from "../pages/firefox-panel.ts";
import { waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { scanFolder } from "../profile-files/profile-scan.ts";
import { openFirefoxSession, setUpInspector, type FirefoxSession } from "./firefox-session.ts";

let profile: TemporaryFolder;
let session: FirefoxSession;
let options: FirefoxOptions;
let inspected: Page;
let inspector: FirefoxInspectorPanel;

beforeAll(async () => {
  profile = await makeTemporaryFolder("firefox-tokens");
  session = await openFirefoxSession({ profileDir: profile.path });
  options = await setUpInspector(session);
  const { firefox, tenant } = session;
  const demoApp = `${tenant.demoOrigins[0]}/`;
  inspected = await firefox.browser.newPage();
  await inspected.goto(demoApp);
  inspector = new FirefoxInspectorPanel(await openInspectorToolbox(firefox, demoApp));
});
afterAll(async () => {
  await session?.close();
  await profile?.remove();
});

/** Presses Tab until the button with this name has the focus. */
async function tabTo(name: string, { isBackward = false } = {}): Promise<void> {
  const readName = () =>
    inspector.panel.evaluate(() => {
      const focused = document.activeElement;
      return focused?.getAttribute("aria-label") ?? focused?.textContent?.trim() ?? "";
    });
  for (let presses = 0; presses < 60; presses += 1) {
    await pressKey(session.firefox, "Tab", { shift: isBackward });
    if ((await readName()) === name) return;
  }
  throw new Error(`60 presses of Tab did not reach ${name}.`);
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const write = (sub: string) => `${encode({ alg: "RS256" })}.${encode({ sub })}.c2lnbmF0dXJl`;

test("the tokens of a text are typed in, chosen, read and forgotten with the keyboard alone", async () => {
  const { firefox } = session;
  await inspector.openTab("Tokens");
  await waitForWords(inspector.panel, ".token-report", "Paste a token");
  await inspector.panel.evaluate(() => document.querySelector("textarea")?.focus());
  await focusPanel(firefox, inspector.panel);
  await typeText(firefox, JSON.stringify({ id_token: write("ada"), access_token: write("bob") }));
  await waitForWords(inspector.panel, ".token-choice", "2 tokens in the text");
  await waitForWords(inspector.panel, ".token-report", '"ada"');
  await pressKey(firefox, "Tab");
  await pressKey(firefox, "ArrowDown");
  await waitForWords(inspector.panel, ".token-report", '"bob"');
  await tabTo("JSON");
  await pressKey(firefox, "Enter");
  // The text of a line out of view is not rendered.
  await waitForWords(inspector.panel, ".reading .json", "Copy everything");
  await tabTo("Forget token", { isBackward: true });
  await pressKey(firefox, "Enter");
  await waitForWords(inspector.panel, ".token-report", "Paste a token");
  expect(await inspector.panel.evaluate(() => document.activeElement?.localName)).toBe("textarea");
});

test.each(["light", "dark"] as const)(
  "axe finds no violation in the report about a token in the %s theme",
  async (theme) => {
    await setToolboxTheme(session.firefox, theme);
    const readTheme = () =>
      inspector.panel.evaluate(() => document.documentElement.dataset["theme"]);
    await waitFor(async () => (await readTheme()) === theme, { what: `the panel to be ${theme}` });
    await inspector.panel.fill("textarea", write("ada"));
    await waitForWords(inspector.panel, ".token-report", "Copy everything");
    expect(await findAxeViolations(inspector.panel)).toEqual([]);
  },
);

/** A token that the page itself writes to the disk. */
const planted = write("planted-by-the-page");
/** The essential parts of a token, and the token itself. */
const partsOf = (token: string) => [token, ...token.split(".").slice(1)];

test("tokens of a login are listed and inspected, and none is on the disk", async () => {
  const { firefox, tenant } = session;
  const window = await openFirefoxLoginWindow(firefox, tenant.origin, () =>
    inspector.startLogin({ clientId: demo.clientId, prompt: "login" }),
  );
  await logInWithFirefox(window, demo.user);
  await inspector.runOutcome("Logged in.");
  await inspector.openTab("Tokens");
  await waitForWords(inspector.panel, ".seen-tokens summary", /Seen tokens \([2-9]\)/);
  await waitForWords(inspector.panel, ".seen-list", "ID token");
  await inspector.panel.click(".seen-list .seen-token");
  await waitForWords(inspector.panel, '.token-report[aria-busy="false"]', "auth0|");

  const stored = await options.page.evaluate(
    `browser.storage.session.get("seenTokens").then(({ seenTokens }) => seenTokens.map(({ token }) => token))`,
  );
  const tokens = z.array(z.string()).check(z.minLength(2)).parse(stored);
  await inspected.evaluate((token) => {
    document.cookie = `planted=${token}; max-age=3600`;
  }, planted);
  await session.guard.expectNone();
  await firefox.close();
  const { findings, files } = await scanFolder(profile.path, [
    ...tokens.flatMap(partsOf),
    ...partsOf(planted),
  ]);
  expect(files).toBeGreaterThan(20);
  expect(
    new Set(findings.map(({ secret }) => secret)),
    "the scan finds the token of the page",
  ).toEqual(new Set(partsOf(planted)));
});
