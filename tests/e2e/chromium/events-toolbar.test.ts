import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { openSearchBar, type ChromiumPanel } from "../pages/chromium-devtools.ts";
import { PanelPage } from "../pages/panel-page.ts";

/** The folder for pictures. */
const folder = join(root, ".output", "states", "events-toolbar");

let session: InspectorSession;
let control: TenantControl;
let opened: ChromiumPanel;
let panel: PanelPage;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  session = await openInspectorSession({ headless: true, port: 0 });
  control = new TenantControl(session.tenant.origin);
  opened = await openDemoPanel(session);
  panel = new PanelPage(opened.frame);
  await panel.openTab("Events");
  await control.untilListened();
  // More rows than fit into the list: only the list may scroll.
  for (let count = 0; count < 10; count += 1) await control.emit({ type: "group.created" });
  await control.emit({ type: "organization.member.role.assigned" });
  for (const email of ["ada@example.com", "bob@example.com", "ada@example.org"])
    await control.emit({ type: "user.created", object: { email } });
  await panel.expectLines(15);
});
afterAll(async () => {
  await session?.close();
});

/** Returns the positions of all controls in the toolbar. */
const places = async (): Promise<unknown[]> => {
  const controls: Locator = panel.document.locator(".event-filter > *, .stream-bar > *");
  return await controls.evaluateAll((all) =>
    all.map((one) => {
      const { x, y } = one.getBoundingClientRect();
      return { x, y };
    }),
  );
};
/** Lists the vertically scrollable elements, the outermost first. */
const scrollers = (): Promise<string[]> =>
  panel.document.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((one) => {
        const { overflowY } = getComputedStyle(one);
        return /auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight;
      })
      .map(({ className }) => className),
  );
const button = (name: string | RegExp) => panel.document.getByRole("button", { name, exact: true });

test.each([800, 400])(
  "at %i px no control of the toolbar moves when another one is pressed",
  async (width) => {
    await opened.devtools.setViewportSize({ width, height: 500 });
    await panel.document.locator(".event-list").waitFor();
    await waitFor(async () => (await panel.document.evaluate(() => innerWidth)) <= width, {
      what: `the panel to be ${width} px wide`,
    });
    const before = await places();
    await panel.filterEvents("/(/");
    await panel.document.locator(".bar-notes .problem:not(:empty)").waitFor();
    expect(await places()).toEqual(before);
    await button("Pause").click();
    await panel.document.getByText("Paused. The stream no longer counts").waitFor();
    expect(await places()).toEqual(before);
    await opened.screenshot(join(folder, `paused-${width}.png`));
    expect(await scrollers()).toEqual(["event-list"]);
    await button("Resume").click();
    await panel.document.getByText("If the tenant no longer retains it").waitFor();
    expect(await places()).toEqual(before);
    await button("group").click();
    await button(/^types/).click();
    await panel.document.getByRole("group", { name: "Event types" }).waitFor();
    expect(await places()).toEqual(before);
    await opened.screenshot(join(folder, `types-${width}.png`));
    await button(/^types/).click();
    await button("group").click();
    await panel.filterEvents("");
    await button("Clear").click();
    await panel.document.getByText("No events since").waitFor();
    expect(await places()).toEqual(before);
    await opened.screenshot(join(folder, `cleared-${width}.png`));
    await button("Show all").click();
    await panel.expectUnfiltered();
    expect(await places()).toEqual(before);
    await opened.screenshot(join(folder, `list-${width}.png`));
  },
);

/** Returns the gap in px between the ellipsis of a shortened type and its last part. */
async function readGap(): Promise<number> {
  const head = panel.document.locator(".event-type", { hasText: "role.assigned" }).locator(".head");
  return await head.evaluate((part) => {
    const [text] = part.childNodes;
    const context = document.createElement("canvas").getContext("2d");
    if (!(text instanceof Text) || context === null) throw new Error("No text can be measured.");
    const { font } = getComputedStyle(part);
    context.font = font;
    const room = part.getBoundingClientRect().width;
    const dots = context.measureText("…").width;
    const range = document.createRange();
    range.setStart(text, 0);
    const widths = Array.from(text.data, (_, index) => {
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect().width;
    });
    if ((widths.at(-1) ?? 0) <= room) throw new Error("The type is not shortened.");
    const shown = Math.max(0, ...widths.filter((width) => width + dots <= room));
    return room - shown - dots;
  });
}

test("at 400 px the header shows the tenant's name, and a long type keeps its last part", async () => {
  const chosen = panel.document.getByLabel("Tenant", { exact: true });
  const { width, needed } = await chosen.evaluate((select: HTMLSelectElement) => {
    const context = document.createElement("canvas").getContext("2d");
    if (context === null) throw new Error("No text can be measured.");
    const { font } = getComputedStyle(select);
    context.font = font;
    const name = select.selectedOptions[0]?.textContent ?? "";
    return { width: select.clientWidth, needed: context.measureText(name).width };
  });
  expect(needed).toBeGreaterThan(0);
  expect(width).toBeGreaterThanOrEqual(needed);
  const tail = panel.document.locator(".event-type", { hasText: "role.assigned" }).locator(".tail");
  const parts = await tail.evaluate((part) => ({
    shown: part.clientWidth,
    needed: part.scrollWidth,
    right: part.getBoundingClientRect().right,
    cell: part.parentElement?.getBoundingClientRect().right ?? 0,
  }));
  expect(await readGap()).toBeLessThan(1.5);
  expect(parts.shown).toBe(parts.needed);
  expect(parts.right).toBeLessThanOrEqual(parts.cell + 1);
});

test("the search bar of DevTools filters the list, its arrows move through it, and Escape ends the search", async () => {
  await opened.devtools.setViewportSize({ width: 900, height: 600 });
  await panel.document.locator(".event-list").focus();
  await openSearchBar(opened.devtools);
  await opened.devtools.keyboard.type("ada@");
  await panel.expectShown(2);
  await opened.devtools.keyboard.press("Enter");
  await panel.document.locator("[role=option][aria-selected=true]").waitFor();
  await opened.devtools.keyboard.press("Escape");
  await panel.expectUnfiltered();
  expect(await panel.document.locator("#events-filter").inputValue()).toBe("");
});
