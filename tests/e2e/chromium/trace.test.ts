import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { findViolations } from "../pages/axe.ts";
import { openSearchBar } from "../pages/chromium-devtools.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";
import { findOverflows } from "../pages/overflow.ts";
import { TracePage } from "../pages/trace-page.ts";
import {
  bringForward,
  openSurfaceStage,
  resizePanel,
  showTheme,
  type SurfaceStage,
} from "./surface-stage.ts";

/** The folder for pictures. */
const folder = join(root, ".output", "states", "trace");

let stage: SurfaceStage;
let trace: TracePage;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  stage = await openSurfaceStage();
  await bringForward(stage, "panel");
  trace = new TracePage(stage.panel);
  await trace.open();
});
beforeEach(async () => {
  await stage.chromium.context.clearCookies();
  await stage.chromium.firstPage.goto(`${stage.tenant.demoOrigins[0]}/`);
});
afterAll(() => stage?.close());

/** Logs in to the demo web app in the inspected tab, as its user. */
async function logInToDemo(button: string): Promise<string> {
  const tab = stage.chromium.firstPage;
  const app = new DemoPage(tab);
  await app.press(button);
  await tab.waitForURL(`${stage.tenant.origin}/**`);
  await logIn(tab, demo.user);
  return await app.readResult("Login");
}

test("the demo app's own login is captured whole, and clean", async () => {
  expect(await logInToDemo("Log in with PKCE")).toContain("Login succeeded.");
  const row = await trace.waitForNewest(/✓/);
  expect(row).toContain("ok");
  expect(row).toContain(demo.clientId);
  await trace.openNewest();
  expect(await trace.readPart("Verdict")).toContain("It ended well.");
  await expectAccessibleLayout("clean");
  expect(await trace.readPart("Messages")).toContain("Token request (authorization_code)");
  expect(await trace.readPart("Tokens")).toContain("Inspect ID token");
});

test("a right click and the menu key offer what applies to a login, and a double click hides the list", async () => {
  await stage.panel.locator(".trace-bar .clear").click();
  await logInToDemo("Log in with PKCE");
  await trace.waitForNewest(/✓/);
  const row = stage.panel.locator('.flow-row[aria-posinset="1"]');
  const menu = stage.panel.getByRole("menu");
  const items = menu.getByRole("menuitem");
  await row.click({ button: "right" });
  await expect
    .poll(() => items.first().evaluate((item) => item === document.activeElement))
    .toBe(true);
  const titles = await items.allTextContents();
  expect(titles).toEqual([
    "Open in a wide view",
    "Run again",
    "Open ID token in Tokens",
    "Open access token in Tokens",
    "Open refresh token in Tokens",
    "Copy as Markdown",
    `Hide flows of ${demo.clientId}`,
  ]);
  expect(await findViolations(stage.panel)).toEqual([]);
  await stage.panel.page().screenshot({ path: join(folder, "menu.png") });
  await items.first().press("Escape");
  await stage.panel.locator(".flow-list").press("ContextMenu");
  await expect.poll(() => items.allTextContents()).toEqual(titles);
  await items.first().press("End");
  await items.last().press("Enter");
  await expect
    .poll(() => stage.panel.locator("#trace-filter").inputValue())
    .toBe(`-${demo.clientId}`);
  await stage.panel.getByRole("button", { name: "Clear filter" }).click();
  await row.dblclick();
  await stage.panel.getByRole("button", { name: "Show list" }).waitFor();
  expect(await stage.panel.locator(".flow-list").isVisible()).toBe(false);
  await expectAccessibleLayout("wide");
  await stage.panel.getByRole("button", { name: "Show list" }).press("Escape");
  await expect
    .poll(() =>
      stage.panel.locator(".flow-list").evaluate((list) => list === document.activeElement),
    )
    .toBe(true);
});

test("an ID token that is signed with HS256 is the proven cause, with its remedy", async () => {
  await new DemoPage(stage.chromium.firstPage).chooseClient("demo-hs256, HS256");
  expect(await logInToDemo("Log in")).toContain("Login failed.");
  const row = await trace.waitForNewest(/demo-hs256/);
  expect(row).toContain("fail");
  expect(row).toContain("HS256");
  await trace.openNewest();
  const [top = ""] = (await trace.readPart("Verdict")).split("Source");
  expect(top).toContain("HS256");
  expect(top).toContain("RS256");
  // By the keyboard: the advice is folded.
  const advice = stage.panel.locator("summary", { hasText: "Advice" });
  await advice.press("Enter");
  await stage.panel.getByText("The access token comes in the redirect").waitFor();
  await expectAccessibleLayout("advice");
});

/** Checks the panel with axe in both themes and at three widths, and takes pictures of it. */
async function expectAccessibleLayout(name: string): Promise<void> {
  const element = await stage.panel.frameElement();
  for (const width of [400, 800, 1_280]) {
    await resizePanel(stage.panel, width, 600);
    // The list measures its place after a change of its width.
    await expect
      .poll(() => findOverflows(stage.panel), { message: `${name}, ${width} wide` })
      .toEqual([]);
    for (const theme of ["light", "dark"] as const) {
      await showTheme(stage.panel, theme);
      await element.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
    }
  }
  for (const theme of ["light", "dark"] as const) {
    await showTheme(stage.panel, theme);
    expect(await findViolations(stage.panel), `${name}, ${theme}`).toEqual([]);
  }
}

test.each(["Verdict", "Sequence", "Messages", "Tokens"] as const)(
  "axe finds no violation, and all content fits, in the part %s of a flow",
  async (part) => {
    await trace.readPart(part);
    await expectAccessibleLayout(part.toLowerCase());
  },
);

test.each([
  ["Headers", "Authorization request", "Request headers"],
  ["Payload", "Authorization request", "client_id"],
  ["Response", "Authorization request", "Parameters of the redirect"],
  ["Tokens", "Page of the provider", "Inspect ID token"],
] as const)(
  "axe finds no violation, and all content fits, in the tab %s of a message",
  async (tab, message, words) => {
    expect(await trace.readMessage(message, tab)).toContain(words);
    await expectAccessibleLayout(`message-${tab.toLowerCase()}`);
  },
);

test("a finding leads to the member that it names, by the keyboard alone", async () => {
  await trace.readPart("Verdict");
  await stage.panel
    .getByRole("button", { name: /^Show the request with/ })
    .first()
    .press("Enter");
  const member = stage.panel.locator(".marked:focus, [role=tab]:focus");
  await member.waitFor();
  await expectAccessibleLayout("message-marked");
});

test("a pattern filters the list, an invalid one is explained, and a chip leaves no row", async () => {
  const filter = stage.panel.getByRole("searchbox", { name: "Filter" });
  await filter.fill("/demo-hs\\d+/");
  await expect.poll(() => stage.panel.locator(".flow-row").count()).toBe(1);
  await filter.fill("/(/");
  await stage.panel.getByText("not a valid regular expression").waitFor();
  await expectAccessibleLayout("filter-refused");
  await filter.fill("");
  await stage.panel.getByRole("button", { name: "Manage" }).click();
  await stage.panel.getByText("No logins match the filter").waitFor();
  await expectAccessibleLayout("filter-empty");
  await stage.panel.getByRole("button", { name: "Clear filter" }).click();
  await expect.poll(() => stage.panel.locator(".flow-row").count()).toBe(2);
});

test("the search bar of DevTools filters the list, its arrows move through it, and Escape ends the search", async () => {
  const { panel, devtools } = stage;
  // Escape closes an opened flow first.
  await trace.closeFlow();
  // Within the tab, Ctrl+F focuses its own filter.
  await devtools.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await openSearchBar(devtools);
  await devtools.keyboard.type("demo-spa");
  await expect.poll(() => panel.locator(".flow-row").count()).toBe(1);
  await devtools.keyboard.press("Enter");
  await panel.locator(".flow-row[aria-selected=true]").waitFor();
  await devtools.keyboard.press("Escape");
  await expect.poll(() => panel.locator("#trace-filter").inputValue()).toBe("");
});

test("the list is readable at every width, with a flow open and without", async () => {
  await trace.openNewest();
  await expectAccessibleLayout("list-open");
  await trace.closeFlow();
  await expectAccessibleLayout("list-alone");
  const cause = stage.panel.locator(".flow-row.failed .cause");
  for (const width of [400, 800, 1_280]) {
    await resizePanel(stage.panel, width, 600);
    const isCut = () => cause.evaluate((one) => one.scrollWidth > one.clientWidth);
    await expect.poll(isCut, { message: `${width} wide` }).toBe(false);
  }
});

test("two logins are compared by the keyboard alone, the first difference on top", async () => {
  await trace.openNewest();
  const pane = stage.panel.locator(".flow-pane");
  await pane.getByRole("button", { name: "Compare with…" }).press("Enter");
  const headline = pane.locator(".flow-comparison [role=status]");
  expect(await headline.innerText()).toMatch(
    /^alg \(ID token, token header\) is HS256 in the first/,
  );
  await expectAccessibleLayout("comparison");
  await pane.locator(".flow-comparison select").press("Escape");
  const button = pane.getByRole("button", { name: "Compare with…" });
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  await trace.closeFlow();
});

test("a value is kept in an export by the keyboard alone, and the file names it", async () => {
  const { panel } = stage;
  await panel.getByRole("button", { name: "Export…" }).press("Enter");
  await panel.getByRole("button", { name: "Preview export" }).press("Enter");
  const search = panel.getByLabel("Find a value");
  await search.pressSequentially(demo.user.email);
  const keep = panel.getByLabel(`Keep ${demo.user.email}`);
  await keep.press("Space");
  await panel.getByText("Kept by hand: 1 value.").waitFor();
  expect(await keep.evaluate((box) => box === document.activeElement)).toBe(true);
  await search.fill("");
  await panel.locator("summary", { hasText: /^text: / }).press("Enter");
  await expectAccessibleLayout("export");
  const saving = panel.page().waitForEvent("download");
  await panel.getByRole("button", { name: "Save file" }).press("Enter");
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file).toContain(`"_keptByHand":["${demo.user.email}"]`);
  expect(file).not.toContain(demo.user.password);
  await panel.getByRole("button", { name: "Close", exact: true }).press("Enter");
});

test("the keyboard alone closes a flow, pauses, and clears the list", async () => {
  const list = stage.panel.getByRole("listbox", { name: "Logins, newest first" });
  await trace.openNewest();
  await stage.panel.getByRole("tab", { name: "Verdict" }).press("Escape");
  await expect.poll(() => stage.panel.locator(".flow-pane").count()).toBe(0);
  await expect.poll(() => list.evaluate((one) => one === document.activeElement)).toBe(true);
  await list.press("Control+e");
  await list.press("Control+l");
  await stage.panel.getByText(/^Cleared \d+ requests\.$/).waitFor();
  await expectAccessibleLayout("cleared");
  // The focused list is gone with its rows: the body has the focus.
  await stage.panel.locator("body").press("Control+z");
  await expect.poll(() => stage.panel.locator(".flow-row").count()).toBe(2);
  await list.press("Control+l");
  await stage.panel.getByRole("button", { name: "Undo" }).press("Enter");
  await expect.poll(() => stage.panel.locator(".flow-row").count()).toBe(2);
  await stage.panel.getByRole("button", { name: "Clear" }).press("Enter");
  await stage.panel.getByText("Recording is paused.").waitFor();
  await stage.panel.locator(".empty").getByRole("button", { name: "Record" }).press("Enter");
  await stage.panel.getByText("Log in to the inspected page").waitFor();
});

test("a sample opens where nothing was captured, by the keyboard alone, with its cause", async () => {
  await expectAccessibleLayout("samples");
  await stage.panel.getByRole("button", { name: "The login ends at an error page" }).press("Enter");
  await stage.panel.getByText(/requests? imported from callback-refused-pkce\.har/).waitFor();
  const row = await trace.waitForNewest(/login/i);
  expect(row).toContain("Stopped at the authorization request: 400");
  await trace.openNewest();
  expect(await trace.readPart("Verdict")).toContain("The callback URL is not in the list");
  await expectAccessibleLayout("possible-causes");
});

/** Chooses a file with this many logins, one each minute. */
async function importLogins(count: number, from: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, place) => ({
    startedDateTime: new Date(from + place * 60_000).toISOString(),
    time: 5,
    request: {
      method: "GET",
      url: `https://login.example/authorize?response_type=code&client_id=app-${from}-${place}&state=s${place}`,
    },
    response: { status: 302, headers: [], content: { size: 0 } },
  }));
  const buffer = Buffer.from(JSON.stringify({ log: { entries } }));
  const file = { name: "logins.har", mimeType: "application/json", buffer };
  await stage.panel.locator(".trace-bar input[type=file]").setInputFiles(file);
}

test("a long list keeps its place for new logins, and the opened one in view", async () => {
  const { panel } = stage;
  await resizePanel(panel, 1_280, 600);
  await panel.getByRole("button", { name: "Clear", exact: true }).press("Enter");
  await importLogins(300, Date.UTC(2026, 0, 1));
  await panel.locator('.flow-row[aria-setsize="300"]').first().waitFor();
  const list = panel.getByRole("listbox", { name: "Logins, newest first" });
  await list.evaluate((one) => {
    one.scrollTop = 150 * 22;
  });
  const readTop = () =>
    list.evaluate((one) => {
      const { left, top } = one.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + 5)?.closest("[role=option]")?.textContent;
    });
  await expect.poll(readTop).toContain("app-1767225600000-149");
  await importLogins(5, Date.UTC(2026, 1, 1));
  await panel.locator('.flow-row[aria-setsize="305"]').first().waitFor();
  expect(await readTop()).toContain("app-1767225600000-149");
  await panel.locator(".flow-row", { hasText: "app-1767225600000-135" }).click();
  await panel.locator(".flow-list.narrow").waitFor();
  const isInView = () =>
    list.evaluate((one) => {
      const row = one.querySelector("[aria-selected=true]")?.getBoundingClientRect();
      const { top, bottom } = one.getBoundingClientRect();
      return row !== undefined && row.top >= top - 1 && row.bottom <= bottom + 1;
    });
  await expect.poll(isInView).toBe(true);
  await panel.getByRole("button", { name: "Close details" }).press("Enter");
  await expect.poll(isInView).toBe(true);
});
