import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { readFocus, walkByTab } from "../pages/focus.ts";
import { logIn, openLoginWindow } from "../pages/login-window.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

let stage: SurfaceStage;

beforeAll(async () => {
  stage = await openSurfaceStage();
});
afterAll(() => stage?.close());

/** Waits for the focus: the page may move it a moment after the key. */
async function expectFocus(surface: Page | Frame, name: string): Promise<void> {
  await expect
    .poll(() => readFocus(surface), { message: name })
    .toEqual({ name, isOutlined: true });
}

/** Brings a surface to the front, and returns the page that sends keys to it. */
async function goTo(surface: "options" | "popup" | "panel"): Promise<Page> {
  const page = surface === "panel" ? stage.chromium.firstPage : stage[surface];
  await page.bringToFront();
  return surface === "panel" ? stage.devtools : page;
}

async function expectVisibleStops(surface: Page | Frame, page: Page, names: string[]) {
  const stops = await walkByTab(surface, page);
  expect(stops.map(({ name }) => name)).toEqual(names);
  expect(stops.filter(({ isOutlined }) => !isOutlined)).toEqual([]);
}

test("the options work with the keyboard only: Enter in a field saves", async () => {
  const page = await goTo("options");
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await expectVisibleStops(stage.options, page, [
    "button Try the sandbox",
    "a Data and privacy",
    "a First steps and permissions",
    "a Guide",
    "a Licences",
    "input Domain",
    "button Continue",
  ]);
  await stage.options.getByLabel("Domain", { exact: true }).focus();
  await page.keyboard.type(stage.tenant.origin);
  await page.keyboard.press("Enter");
  await expectFocus(page, "input Client ID (optional)");
  await expectVisibleStops(stage.options, page, [
    "button Try the sandbox",
    "a Data and privacy",
    "a First steps and permissions",
    "a Guide",
    "a Licences",
    "input Domain",
    "input Client ID (optional)",
    "summary Set up an application for login runs",
    "button Copy the callback URL",
    "button Copy the origin",
    "input Name (optional)",
    "input Custom domain (optional)",
    "select Colour",
    "input Read-only",
    "button Save tenant",
  ]);
  await stage.options.getByLabel("Client ID").focus();
  await page.keyboard.type(demo.clientId);
  await page.keyboard.press("Enter");
  await page.getByText("Tenant saved.").waitFor();

  await page.getByRole("link", { name: "Credential", exact: true }).press("Enter");
  await expectFocus(page, "h2 Management credential");
  await page.getByLabel("Client ID").focus();
  await page.keyboard.type(demo.managementClientId);
  await page.keyboard.press("Tab");
  await page.keyboard.type(demo.managementClientSecret);
  await page.keyboard.press("Enter");
  await page.getByText("Credential saved.").waitFor();
});

test("Escape cancels an action that cannot be undone, and keeps the focus on its button", async () => {
  const page = await goTo("options");
  await page.getByRole("link", { name: "Tenant", exact: true }).press("Enter");
  await expectFocus(page, "h2 Tenant");
  const forget = page.getByRole("button", { name: "Forget this tenant…" });
  await forget.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Forget tenant", exact: true }).waitFor();
  await expectFocus(page, "button Cancel");
  await page.keyboard.press("Escape");
  await forget.waitFor();
  await expectFocus(page, "button Forget this tenant…");
});

test("the popup's tabs respond to the arrow keys, and its form to Enter", async () => {
  const page = await goTo("popup");
  await page.getByRole("tab", { name: "Connections (2)" }).waitFor();
  await page.getByRole("tab", { name: "Token exchange (0)" }).waitFor();
  await page.getByRole("button", { name: "New profile" }).press("Enter");
  await page.getByRole("form", { name: "New token exchange profile" }).waitFor();
  await expectVisibleStops(stage.popup, page, [
    "select Tenant",
    "button Options",
    "a Guide",
    "button Token exchange (0)",
    "input Name",
    "input Subject token type",
    "input Action ID",
    "button Create profile",
    "button Back to the list",
  ]);
  await page.getByRole("tab", { name: "Token exchange" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText(demo.connectionProfile).waitFor();
  await expectFocus(page, "button Connections (2)");
  await page.keyboard.press("ArrowRight");
  await expectFocus(page, "button Token exchange (0)");

  await page.getByLabel("Subject token type").focus();
  await page.keyboard.type("urn:acme:by-keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.type(demo.actionId);
  await page.keyboard.press("Enter");
  await page.getByText("Token exchange profile created.").waitFor();
});

test("the panel's tabs respond to the arrow keys, Home and End", async () => {
  const page = await goTo("panel");
  await stage.panel.getByRole("tab", { name: "Run" }).focus();
  const selected = stage.panel.locator("[role=tab][aria-selected=true]");
  for (const [key, tab] of [
    ["ArrowRight", "Tokens"],
    ["ArrowRight", "Events"],
    ["ArrowRight", "Trace"],
    ["ArrowLeft", "Events"],
    ["Home", "Trace"],
    ["End", "Events"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => selected.innerText(), { message: key }).toBe(tab);
    await expectFocus(stage.panel, `button ${tab}`);
  }
});

test("Enter in a field of the form runs a login", async () => {
  const page = await goTo("panel");
  await new PanelPage(stage.panel).openTab("Run");
  await stage.panel.getByRole("form", { name: "Login with redirect" }).waitFor();
  await expectVisibleStops(stage.panel, page, [
    "button Run",
    "a Guide for this tab",
    "select Tenant",
    "select Operation",
    "input In the extension",
    "input Client ID",
    "select Response type",
    "input Scope",
    "input Audience",
    "input Connection",
    "select Prompt",
    "input Callback URL",
    "summary More parameters",
    "button Copy the address for Allowed callback URLs",
    "button Check at the tenant",
    "summary What can go wrong",
    "button Log in",
    "button Reset",
    "button Copy as code",
    "summary Presets",
    "summary History",
    "summary From a URL",
  ]);
  await stage.panel.getByLabel("Scope").focus();
  const window = await openLoginWindow(stage.chromium.context, stage.tenant.origin, () =>
    page.keyboard.press("Enter"),
  );
  await logIn(window, demo.user);
  expect(await new PanelPage(stage.panel).runOutcome()).toContain("Logged in.");
});

test("the arrow keys move through the list of events, and keep the current row in view", async () => {
  const page = await goTo("panel");
  const panel = new PanelPage(stage.panel);
  await panel.openTab("Events");
  await stage.control.untilListened();
  await stage.control.emitEvents(60);
  await waitFor(async () => (await panel.eventCount()).startsWith("60 events"), {
    what: "60 events",
  });
  const list = stage.panel.getByRole("listbox");
  await list.focus();
  // Below the 60 events, one more line marks the beginning of the log.
  for (const [key, line] of [
    ["ArrowDown", "1"],
    ["ArrowDown", "2"],
    ["ArrowUp", "1"],
    ["End", "61"],
    ["Home", "1"],
  ] as const) {
    await page.keyboard.press(key);
    const wanted = stage.panel.locator(
      `[role=option][aria-posinset="${line}"][aria-selected=true]`,
    );
    await wanted.waitFor();
    expect(await list.getAttribute("aria-activedescendant")).toBe(await wanted.getAttribute("id"));
    // The list scrolls in the next frame.
    const isInView = () =>
      wanted.evaluate((element) => {
        const list = element.closest("[role=listbox]")?.getBoundingClientRect();
        const row = element.getBoundingClientRect();
        return list !== undefined && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
      });
    await expect.poll(isInView, { message: key }).toBe(true);
  }
  await page.keyboard.press("Enter");
  await stage.panel.getByRole("tree").waitFor();
  await expectVisibleStops(stage.panel, page, [
    "button Events",
    "a Guide for this tab",
    "select Tenant",
    "input Filter",
    "button user",
    "button group",
    "button organization",
    "button types ▾",
    "button Clear",
    "button Pause",
    "button Resume from…",
    "button Export…",
    "div Events, newest first",
    "div Width of the list",
    "button Wide",
    "button Close details",
    "button Copy everything",
    "div Event user.created as JSON",
  ]);
});
