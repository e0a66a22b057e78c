import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { readFocus, walkByTab } from "../pages/focus.ts";
import { findLoginWindow, logIn } from "../pages/login-window.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

let stage: SurfaceStage;

beforeAll(async () => {
  stage = await openSurfaceStage();
});
afterAll(() => stage?.close());

/** Brings a surface to the front and gives the page whose keyboard reaches it. */
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

test("the options are filled in and sent by keyboard alone: Enter in a field saves", async () => {
  const page = await goTo("options");
  await expectVisibleStops(stage.options, page, [
    "input Domain",
    "input Client ID",
    "input Name (optional)",
    "button Copy the callback URL",
    "button Save tenant",
    "select Kind",
    "input Management client ID",
    "input Client secret",
  ]);
  await stage.options.getByLabel("Domain").focus();
  await page.keyboard.type(stage.tenant.origin);
  await page.keyboard.press("Tab");
  await page.keyboard.type(demo.clientId);
  await page.keyboard.press("Enter");
  await page.getByText("Tenant saved.").waitFor();

  await stage.options.getByLabel("Management client ID").focus();
  await page.keyboard.type(demo.managementClientId);
  await page.keyboard.press("Tab");
  await page.keyboard.type(demo.managementClientSecret);
  await page.keyboard.press("Enter");
  await page.getByText("Credential saved.").waitFor();
});

test("the popup's tabs answer to the arrow keys, and its form to Enter", async () => {
  const page = await goTo("popup");
  await page.getByRole("form", { name: "New token exchange profile" }).waitFor();
  await expectVisibleStops(stage.popup, page, [
    "button Options",
    "button Token exchange",
    "input Name",
    "input Subject token type",
    "input Action ID",
    "button Create profile",
  ]);
  await page.getByRole("tab", { name: "Token exchange" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("form", { name: "Connection profile" }).waitFor();
  expect(await readFocus(page)).toEqual({ name: "button Connections", isOutlined: true });
  await page.keyboard.press("ArrowRight");
  expect(await readFocus(page)).toEqual({ name: "button Token exchange", isOutlined: true });

  await page.getByLabel("Subject token type").focus();
  await page.keyboard.type("urn:acme:by-keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.type(demo.actionId);
  await page.keyboard.press("Enter");
  await page.getByText("Token exchange profile created.").waitFor();
});

test("the panel's tabs answer to arrow keys, Home and End", async () => {
  const page = await goTo("panel");
  await stage.panel.getByRole("tab", { name: "Run" }).focus();
  const selected = stage.panel.locator("[role=tab][aria-selected=true]");
  for (const [key, tab] of [
    ["ArrowRight", "Tokens"],
    ["ArrowRight", "Events"],
    ["ArrowRight", "Run"],
    ["ArrowLeft", "Events"],
    ["Home", "Run"],
    ["End", "Events"],
  ] as const) {
    await page.keyboard.press(key);
    expect(await selected.innerText(), key).toBe(tab);
    expect(await readFocus(stage.panel), key).toEqual({ name: `button ${tab}`, isOutlined: true });
  }
});

test("a login is run by Enter in a field of its form", async () => {
  const page = await goTo("panel");
  await new PanelPage(stage.panel).openTab("Run");
  await stage.panel.getByRole("form", { name: "Login with redirect" }).waitFor();
  await expectVisibleStops(stage.panel, page, [
    "button Run",
    "input Client ID",
    "select Response type",
    "input Scope",
    "input Audience",
    "input Connection",
    "select Prompt",
    "button Log in",
  ]);
  await stage.panel.getByLabel("Scope").focus();
  await page.keyboard.press("Enter");
  await logIn(await findLoginWindow(stage.chromium.context, stage.tenant.origin), demo.user);
  expect(await new PanelPage(stage.panel).runOutcome()).toContain("Logged in.");
});

test("the list of events is read by the arrow keys, and the row in question stays in view", async () => {
  const page = await goTo("panel");
  const panel = new PanelPage(stage.panel);
  await panel.openTab("Events");
  await stage.control.emitEvents(60);
  await waitFor(async () => (await panel.eventRows()).length === 60, { what: "60 events" });
  const list = stage.panel.getByRole("listbox");
  await list.focus();
  const selected = stage.panel.locator("[role=option][aria-selected=true]");
  for (const [key, row] of [
    ["ArrowDown", 0],
    ["ArrowDown", 1],
    ["ArrowUp", 0],
    ["End", 59],
    ["Home", 0],
  ] as const) {
    await page.keyboard.press(key);
    const wanted = stage.panel.getByRole("option").nth(row);
    expect(await selected.getAttribute("id"), key).toBe(await wanted.getAttribute("id"));
    expect(await list.getAttribute("aria-activedescendant")).toBe(await wanted.getAttribute("id"));
    const isInView = await wanted.evaluate((element) => {
      const list = element.closest("[role=listbox]")?.getBoundingClientRect();
      const row = element.getBoundingClientRect();
      return list !== undefined && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
    });
    expect(isInView, key).toBe(true);
  }
  await expectVisibleStops(stage.panel, page, [
    "button Events",
    "div Events, newest first",
    "pre {",
  ]);
});
