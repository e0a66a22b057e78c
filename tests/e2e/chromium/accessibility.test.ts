import type { Frame, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findViolations } from "../pages/axe.ts";
import { bringForward, openSurfaceStage, showTheme, type SurfaceStage } from "./surface-stage.ts";
import { surfaceStates } from "./surface-states.ts";

let stage: SurfaceStage;

beforeAll(async () => {
  stage = await openSurfaceStage();
});
afterAll(() => stage?.close());

describe("axe finds nothing wrong, light or dark, with", () => {
  test.each(surfaceStates)("the $surface: $name", async ({ surface, reach }) => {
    await bringForward(stage, surface);
    await reach(stage);
    for (const theme of ["light", "dark"] as const) {
      await showTheme(stage[surface], theme);
      expect(await findViolations(stage[surface]), theme).toEqual([]);
    }
  });
});

/** A picture without words, and grey text on grey. */
async function plantViolations(surface: Page | Frame): Promise<void> {
  await surface.evaluate(() => {
    const text = document.createElement("p");
    text.textContent = "Hardly to be read.";
    Object.assign(text.style, { color: "#777", background: "#888", position: "fixed", top: "9px" });
    document.querySelector("main")?.append(document.createElement("img"), text);
  });
}

describe("a planted violation is found in", () => {
  test.each(["options", "popup", "panel", "event"] as const)("the %s", async (surface) => {
    await bringForward(stage, surface);
    await plantViolations(stage[surface]);
    const found = (await findViolations(stage[surface])).join("\n");
    expect(found).toContain("image-alt:");
    expect(found).toContain("color-contrast:");
  });
});
