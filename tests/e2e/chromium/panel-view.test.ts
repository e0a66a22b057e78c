import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { root } from "../../launch/build-extension.ts";
import { findViolations } from "../pages/axe.ts";
import { openPanel } from "../pages/chromium-devtools.ts";
import { findOverflows } from "../pages/overflow.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { RunPage } from "../pages/run-page.ts";

const pictures = join(root, ".output", "guide");
let session: InspectorSession;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
});
afterAll(() => session?.close());

const button = (panel: Frame, name: string) => panel.getByRole("button", { name, exact: true });

test("a new panel shows what was set in the one before", async () => {
  const { frame: first } = await openDemoPanel(session);
  await new RunPage(first).choose("Logout", "page");
  const page = new PanelPage(first);
  await page.openTab("Trace");
  await button(first, "Logout").click();
  await page.openTab("Events");
  const { options } = session;
  const read = () => options.page.evaluate(async () => await chrome.storage.local.get("panelView"));
  await expect.poll(read).toEqual({
    panelView: {
      tab: "events",
      flowChips: ["logout"],
      runs: { [session.tenant.origin]: { operation: "logout", way: "page" } },
    },
  });

  const inspected = await session.chromium.context.newPage();
  await inspected.goto(`${session.tenant.demoOrigins[0]}/`);
  const { frame: second } = await openPanel(session.chromium, inspected, "Tenant Inspector");
  await second.getByRole("tab", { name: "Events", selected: true }).waitFor();
  await new PanelPage(second).openTab("Run");
  const operation = second.getByLabel("Operation", { exact: true });
  await expect.poll(() => operation.inputValue()).toBe("logout");
  expect(await second.getByLabel("In the inspected page").isChecked()).toBe(true);
  await new PanelPage(second).openTab("Trace");
  await button(second, "Logout").and(second.locator("[aria-pressed=true]")).waitFor();
});

test("each tab leads to its page of the guide", async () => {
  const { frame } = await openDemoPanel(session);
  for (const [tab, heading] of [
    ["Trace", "Read a trace"],
    ["Run", "Run an operation"],
    ["Tokens", "Inspect a token"],
    ["Events", "Events and notifications"],
  ] as const) {
    await new PanelPage(frame).openTab(tab);
    const opening = session.chromium.context.waitForEvent("page");
    await frame.getByRole("link", { name: "Guide for this tab" }).click();
    const guide = await opening;
    await guide.getByRole("heading", { name: heading }).waitFor();
    expect(new URL(guide.url()).hash).toBe(`#${tab.toLowerCase()}`);
    await guide.close();
  }
});

test("an error leads to its section of the guide, and the popup to its page", async () => {
  const { frame } = await openDemoPanel(session);
  await new PanelPage(frame).openTab("Tokens");
  await frame.getByLabel("Token", { exact: true }).fill("no token here");
  const popup = await session.chromium.extensionPage("popup.html");
  for (const [link, address, heading] of [
    [frame.getByRole("alert").getByRole("link"), "#text-without-a-token", "Text without a token"],
    [popup.getByRole("link", { name: "Guide" }), "#profiles", "Profiles"],
  ] as const) {
    const opening = session.chromium.context.waitForEvent("page");
    await link.click();
    const guide = await opening;
    const place = guide.getByRole("heading", { name: heading, exact: true });
    await place.waitFor();
    expect(new URL(guide.url()).hash).toBe(address);
    expect(await place.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(80);
    await guide.close();
  }
  await popup.close();
});

test("the guide is readable in both themes, at both widths, without a violation", async () => {
  const guide = await session.chromium.extensionPage("guide.html");
  await mkdir(pictures, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await guide.emulateMedia({ colorScheme });
    expect(await findViolations(guide), colorScheme).toEqual([]);
    for (const width of [380, 1_200]) {
      await guide.setViewportSize({ width, height: 900 });
      expect(await findOverflows(guide), `${width} px`).toEqual([]);
      await guide.screenshot({ path: join(pictures, `guide-${width}-${colorScheme}.png`) });
    }
  }
  const targets = await guide.evaluate(() =>
    Array.from(document.querySelectorAll("a"), ({ hash }) => document.querySelector(hash)?.tagName),
  );
  expect(new Set(targets)).toEqual(new Set(["ARTICLE"]));
  await guide.close();
});
