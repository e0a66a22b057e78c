import { join } from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { findViolations } from "../pages/axe.ts";
import { findOverflows } from "../pages/overflow.ts";

/** The sizes of a popup, with and without a scroll bar, and at 200 % zoom of a low screen. */
const sizes = [
  [380, 1_400],
  [380, 600],
  [300, 300],
] as const;

/** Expects no violation and no clipped text, and takes a light and a dark screenshot. */
export async function expectAccessibleLayout(
  page: Page,
  folder: string,
  state: string,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
    // High enough to show all content without scrolling.
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
