import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { openInspectorPanel, type ChromiumPanel } from "../pages/chromium-devtools.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { OptionsPage } from "../pages/options-page.ts";
import { findOverflows } from "../pages/overflow.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { scanFolder } from "../profile-files/profile-scan.ts";
import { resizePanel } from "./surface-stage.ts";

let profile: TemporaryFolder;
let tenant: RunningTenant;
let chromium: OpenedChromium;
let shown: ChromiumPanel;
let panel: PanelPage;

beforeAll(async () => {
  profile = await makeTemporaryFolder("seen-tokens");
  tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    profileDir: profile.path,
    windowSize: { width: 1300, height: 1200 },
    startUrl: tenant.demoOrigins[0],
  });
  const options = new OptionsPage(await chromium.extensionPage("options.html"));
  await options.saveTenant({ domain: tenant.origin, clientId: demo.clientId });
  await options.saveClientCredentials(demo.managementClientId, demo.managementClientSecret);
  await chromium.firstPage.bringToFront();
  shown = await openInspectorPanel(chromium, chromium.firstPage);
  panel = new PanelPage(shown.frame);
});
afterAll(async () => {
  await chromium?.close();
  await tenant?.stop();
  await profile?.remove();
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
/** A token that the page itself writes to the disk. */
const planted = `${encode({ alg: "RS256" })}.${encode({ sub: "planted-by-the-page" })}.cGxhbnRlZC1zaWduYXR1cmU`;

const storedSchema = z.object({ seenTokens: z.array(z.object({ token: z.string() })) });
/** Returns the tokens that the worker holds in memory. */
const readStored = async (): Promise<string[]> => {
  const found = await shown.frame.evaluate<unknown>(`chrome.storage.session.get("seenTokens")`);
  return storedSchema.parse(found).seenTokens.map(({ token }) => token);
};
const row = (name: RegExp) => shown.frame.getByRole("button", { name });

/** The essential parts of a token, and the token itself. */
const partsOf = (token: string) => [token, ...token.split(".").slice(1)];

/** The tokens of this session that must not be on the disk. */
const secrets: string[] = [];

test("a token of an exchange in the popup is listed in the panel, and forgotten with its field", async () => {
  await panel.openTab("Tokens");
  await shown.frame.locator("summary", { hasText: "Seen tokens" }).click();
  const popup = new PopupPage(await chromium.extensionPage("popup.html"));
  await popup.createExchangeProfile({
    name: "Legacy",
    subjectTokenType: "urn:acme:legacy-token",
    actionId: demo.actionId,
  });
  await popup.button("Run an exchange").click();
  await popup.field("Subject token").fill(`legacy:${demo.user.email}`);
  await popup.button("Run exchange").click();
  await popup.page.getByText("Tokens issued.").waitFor();
  await popup.page.close();

  const listed = row(/^Inspect Access token.*Popup: exchange, Legacy/);
  await listed.waitFor();
  secrets.push(...(await readStored()));
  expect(secrets.length).toBeGreaterThan(0);
  await listed.click();
  await panel.tokenReport();
  await shown.frame.getByRole("button", { name: "Forget all…" }).click();
  await shown.frame.getByRole("button", { name: "Yes, forget all" }).click();
  await shown.frame.getByText("The forgotten token was removed from the field.").waitFor();
  expect(await shown.frame.getByLabel("Token", { exact: true }).inputValue()).toBe("");
});

test("tokens of a login and of the page are listed, inspected and forgotten, and none is on the disk", async () => {
  const window = await openLoginWindow(chromium.context, tenant.origin, () =>
    panel.startLogin({ prompt: "login", responseType: "token id_token" }),
  );
  await logIn(window, demo.user);
  expect(await panel.runOutcome()).toContain("Logged in.");

  await panel.openTab("Tokens");
  // The toolbox is beside the page, so the panel is narrow, and its list is closed at first.
  await shown.frame.locator("summary", { hasText: "Seen tokens (2)" }).click();
  await row(/^Inspect Access token/).waitFor();
  const tokens = await readStored();
  expect(tokens).toHaveLength(2);

  // The keyboard alone: the first row, its neighbour, Enter.
  await row(/^Inspect ID token/).focus();
  await shown.devtools.keyboard.press("ArrowDown");
  await shown.devtools.keyboard.press("Enter");
  await panel.tokenReport();
  expect(await shown.frame.getByLabel("Seen token: Access token").inputValue()).toBe("••••••••");
  await shown.devtools.keyboard.press("ArrowUp");
  await shown.devtools.keyboard.press("Enter");
  expect(await panel.tokenReport()).toContain("auth0|");

  await chromium.firstPage.evaluate(
    (token) => localStorage.setItem("@@auth0spajs@@::app", JSON.stringify({ id_token: token })),
    planted,
  );
  await shown.frame.getByRole("button", { name: "Read tokens from the page" }).click();
  await row(/^Inspect ID token.*planted-by-the-page/).waitFor();
  expect(await readStored(), "it stays in the panel").not.toContain(planted);
  for (const [width, height] of [
    [1_200, 400],
    [400, 700],
  ] as const) {
    await resizePanel(shown.frame, width, height);
    expect(await findOverflows(shown.frame)).toEqual([]);
  }

  await row(/^Forget Access token/).click();
  await expect.poll(async () => (await readStored()).length).toBe(1);
  await chromium.close();
  const { findings, files } = await scanFolder(profile.path, [
    ...[...tokens, ...secrets].flatMap(partsOf),
    ...partsOf(planted),
  ]);
  expect(files).toBeGreaterThan(50);
  expect(
    new Set(findings.map(({ secret }) => secret)),
    "the scan finds the token of the page",
  ).toEqual(new Set(partsOf(planted)));
});
