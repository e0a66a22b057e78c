import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openInspectorSession } from "../../launch/inspector-session.ts";
import { findViolations } from "../pages/axe.ts";
import { findLost } from "../pages/forced-colors.ts";
import { findCovered, findOverflows } from "../pages/overflow.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { openPopup } from "../pages/worker.ts";
import { demo } from "../../launch/demo.ts";
import {
  bringForward,
  openSurfaceStage,
  resizePanel,
  showTheme,
  type SurfaceStage,
} from "./surface-stage.ts";
import { surfaceStates } from "./surface-states.ts";

/**
 * In CSS pixels; the narrowest is the width that remains beside a docked page. At 200 % zoom, the
 * widest is 640 by 280.
 */
const panelSizes = [
  [1280, 560],
  [700, 400],
  [640, 280],
  [500, 400],
  [400, 560],
] as const;
const pageSizes = [
  [1000, 800],
  // 1280 by 800 at 200 % zoom.
  [640, 400],
  [420, 800],
] as const;
/** The height at which a browser clips a popup. */
const highestPopup = 600;
/** The first two are at 200 % zoom, of a high and of a low screen; the last is the usual one. */
const popupSizes = [
  [380, 300],
  [300, 300],
  [380, highestPopup],
] as const;

let stage: SurfaceStage;

beforeAll(async () => {
  stage = await openSurfaceStage();
});
afterAll(() => stage?.close());

async function expectPanelFits(): Promise<void> {
  const { panel } = stage;
  for (const [width, height] of panelSizes) {
    await resizePanel(panel, width, height);
    const size = `${width} by ${height}`;
    expect(await findOverflows(panel), size).toEqual([]);
    expect(await findCovered(panel), size).toEqual([]);
    const isScrolling = await panel.evaluate(
      () => document.documentElement.scrollHeight > innerHeight,
    );
    expect(isScrolling, `the whole panel scrolls at ${size}`).toBe(false);
    const action = panel.getByRole("button", { name: /^(Log in|Logging in…)$/ });
    if ((await action.count()) === 0) continue;
    const { top, bottom } = await action.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return { top, bottom };
    });
    expect(top, size).toBeGreaterThan(0);
    expect(bottom, size).toBeLessThanOrEqual(height);
  }
}

async function expectPopupFits(): Promise<void> {
  for (const [width, height] of popupSizes) {
    await stage.popup.setViewportSize({ width, height });
    const size = `${width} by ${height}`;
    expect(await findOverflows(stage.popup), size).toEqual([]);
    expect(await findCovered(stage.popup), size).toEqual([]);
  }
}

async function expectPageFits(page: Page): Promise<void> {
  for (const [width, height] of pageSizes) {
    await page.setViewportSize({ width, height });
    expect(await findOverflows(page), `${width} wide`).toEqual([]);
    expect(await findCovered(page), `${width} wide`).toEqual([]);
  }
}

const expectFit = {
  panel: expectPanelFits,
  popup: expectPopupFits,
  options: () => expectPageFits(stage.options),
  event: () => expectPageFits(stage.event),
};

describe("axe finds no violation in either colour scheme, and all content fits or can be read, in", () => {
  test.each(surfaceStates)("the $surface: $name", async ({ surface, reach }) => {
    await bringForward(stage, surface);
    await reach(stage);
    for (const theme of ["light", "dark"] as const) {
      await showTheme(stage[surface], theme);
      expect(await findViolations(stage[surface]), theme).toEqual([]);
    }
    await expectFit[surface]();
    expect(await findLostInForcedColors(stage[surface])).toEqual([]);
  });
});

/** Checks a surface in a high contrast theme of the system. */
async function findLostInForcedColors(surface: Page | Frame): Promise<string[]> {
  const session = await stage.chromium.context.newCDPSession(surface);
  const features = [{ name: "forced-colors", value: "active" }];
  await session.send("Emulation.setEmulatedMedia", { features });
  try {
    return await findLost(surface);
  } finally {
    await session.detach();
  }
}

/** Plants an image without a text alternative, grey text on grey, and text that cannot be seen. */
async function plantViolations(surface: Page | Frame): Promise<void> {
  await surface.evaluate(() => {
    const text = document.createElement("p");
    text.textContent = "Hardly to be read.";
    Object.assign(text.style, { color: "#777", background: "#888", position: "fixed", top: "9px" });
    const unseen = document.createElement("p");
    unseen.textContent = "Not to be seen.";
    Object.assign(unseen.style, {
      color: "#777",
      background: "#777",
      position: "fixed",
      top: "40px",
    });
    document.querySelector("main")?.append(document.createElement("img"), text, unseen);
  });
}

describe("a planted violation is found in", () => {
  test.each(["options", "popup", "panel", "event"] as const)("the %s", async (surface) => {
    await bringForward(stage, surface);
    await plantViolations(stage[surface]);
    const found = (await findViolations(stage[surface])).join("\n");
    expect(found).toContain("image-alt:");
    expect(found).toContain("color-contrast:");
    expect(found).toContain("Text must be seen");
  });
});

/** As a rule of a surface that is stronger than the one for forced colours. */
const plain = "background: none !important; color: red !important; forced-color-adjust: auto";
/** One element of each kind that forced colours lose, as name, text, style and `aria-selected`. */
const losses = [
  ["b", "three", "color: Canvas; background: CanvasText"],
  ["i", "", "display: block; width: 9px; height: 9px; background: red"],
  ["rect", "", "width: 9px; height: 9px; fill: #00ff01"],
  ["span", "one", `${plain}; border: 1px solid red`, "true"],
  ["span", "two", `${plain}; border: 1px solid transparent`, "false"],
] as const;

async function plantLosses(surface: Page | Frame): Promise<void> {
  await surface.evaluate((losses) => {
    const svg = "http://www.w3.org/2000/svg";
    const drawing = document.createElementNS(svg, "svg");
    const place = document.createElement("p");
    place.append(drawing);
    document.querySelector("main")?.append(place);
    for (const [name, text, style, selected] of losses) {
      const isDrawn = name === "rect";
      const element = isDrawn ? document.createElementNS(svg, name) : document.createElement(name);
      element.append(text);
      element.style.cssText = style;
      if (selected !== undefined) element.setAttribute("aria-selected", selected);
      (isDrawn ? drawing : place).append(element);
    }
  }, losses);
}

describe("what forced colours lose is found in", () => {
  test.each(["options", "popup", "panel", "event"] as const)("the %s", async (surface) => {
    await bringForward(stage, surface);
    await plantLosses(stage[surface]);
    expect(await findLostInForcedColors(stage[surface])).toEqual([
      "is a text in the colour of its ground: b. “three”",
      "looks like one that is not selected: span. “one”",
      "is drawn in a colour of its own: rect. “”",
      "is a ground alone: i. “”",
    ]);
  });
});

test("content that does not fit is detected", async () => {
  await stage.popup.evaluate(() => {
    const text = document.createElement("p");
    text.textContent = "unbreakable".repeat(40);
    text.style.whiteSpace = "nowrap";
    document.querySelector("main")?.prepend(text);
  });
  expect((await findOverflows(stage.popup)).join("\n")).toContain("wider than its place");
});

test("content under other content is detected", async () => {
  await stage.popup.evaluate(() => {
    const [text, cover] = [document.createElement("p"), document.createElement("p")];
    text.textContent = "Not to be read.";
    cover.textContent = "Drawn over the text before it.";
    cover.style.marginTop = "-1.2em";
    document.querySelector("main")?.replaceChildren(text, cover);
  });
  expect(await findCovered(stage.popup)).toEqual([
    "“Not to be read.” is under “Drawn over the text before it.”",
  ]);
});

test("a value of two lines is not under the button that follows its end", async () => {
  await stage.popup.evaluate(() => {
    const [line, value, button] = [
      document.createElement("p"),
      document.createElement("span"),
      document.createElement("button"),
    ];
    value.textContent = "xLhBqVQVk-QL";
    button.className = "button link";
    button.textContent = "copy";
    line.style.font = "20px / 1 monospace";
    line.style.width = "11ch";
    line.append(value, " ", button);
    document.querySelector("main")?.replaceChildren(line);
  });
  expect(await findCovered(stage.popup)).toEqual([]);
});

test("the real popup is never higher than the browser's limit, and a rejection scrolls into view", async () => {
  const session = await openInspectorSession({ headless: true, port: 0 });
  try {
    await session.chromium.firstPage.bringToFront();
    const page = await openPopup(session.chromium);
    const answer = await new PopupPage(page).createExchangeProfile({
      name: "A draft",
      subjectTokenType: "urn:acme:draft",
      actionId: `${demo.actionId}_nobody`,
    });
    expect(answer).toContain("Could not create the profile.");
    // The browser resizes the window, and the page scrolls to new content, in separate frames.
    // Chromium includes the scroll bar in the popup's width or adds it; this varies.
    const widthWithoutAddedBar = () =>
      page.evaluate(() => {
        const bar = innerWidth - document.documentElement.clientWidth;
        return innerWidth === 380 + bar ? 380 : innerWidth;
      });
    await expect.poll(widthWithoutAddedBar).toBe(380);
    const title = page.getByText("Could not create the profile.");
    const isInView = () =>
      title.evaluate((element) => element.getBoundingClientRect().top < innerHeight);
    await expect.poll(isInView).toBe(true);
    expect(await page.evaluate(() => innerHeight)).toBeLessThanOrEqual(highestPopup);
    expect(await findOverflows(page)).toEqual([]);
    const state = await page.locator(".stream-state").boundingBox();
    expect(state?.y, "the header stays in view").toBeGreaterThanOrEqual(0);
  } finally {
    await session.close();
  }
});
