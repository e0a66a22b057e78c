import { join } from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { findViolations } from "../pages/axe.ts";
import { findOverflows } from "../pages/overflow.ts";

/** What a browser shows of a popup, with and without room for its scroll bar, and at 200 % zoom of a low screen. */
const sizes = [
  [380, 1_400],
  [380, 600],
  [300, 300],
] as const;

/** Expects that axe finds nothing and nothing is cut off, and takes a picture of the popup in light and one in dark. */
export async function expectGoodLook(page: Page, folder: string, state: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
    // High enough for all of it, as one who scrolls sees it.
    await page.setViewportSize({ width: 380, height: 1_400 });
    const file = `${state.replaceAll(" ", "-")}-${colorScheme}.png`;
    await page.screenshot({ path: join(folder, file) });
  }
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    expect(await findOverflows(page), `${width} by ${height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 380, height: 600 });
}
