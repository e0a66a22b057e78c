import type { Frame, Page } from "playwright";
import * as z from "zod/mini";

const stopSchema = z.object({ name: z.string(), isOutlined: z.boolean() });

/** One place where the Tab key stops. */
export type FocusStop = z.infer<typeof stopSchema>;

/** Returns the focused element, and whether its focus is visible. */
export async function readFocus(surface: Page | Frame): Promise<FocusStop> {
  return stopSchema.parse(
    await surface.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null) return { name: "nothing", isOutlined: false };
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
      const label = activeElement.id && document.querySelector(`label[for="${activeElement.id}"]`);
      const words =
        activeElement.getAttribute("aria-label") ??
        (label instanceof Element ? label.textContent : undefined) ??
        activeElement.closest("label")?.textContent ??
        activeElement.textContent;
      return {
        name: `${activeElement.localName} ${words.trim().split("\n")[0]}`,
        isOutlined: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      };
    }),
  );
}

/** Presses Tab from the start of the document until every stop was visited. */
export async function walkByTab(surface: Page | Frame, page: Page): Promise<FocusStop[]> {
  const count = await surface.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const candidates = document.querySelectorAll<HTMLElement>(
      "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]",
    );
    // Elements of a closed menu are in the document, but take no focus.
    // A group of radio buttons is one stop.
    const stops = [...candidates].filter(
      (one) =>
        one.tabIndex >= 0 && one.checkVisibility() && !one.matches("[type=radio]:not(:checked)"),
    );
    stops[0]?.focus();
    return stops.length;
  });
  const walked: FocusStop[] = [];
  // A script focused the first element, which shows no outline. Reach it by the keyboard from the
  // second.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  for (let stop = 0; stop < count; stop += 1) {
    walked.push(await readFocus(surface));
    await page.keyboard.press("Tab");
  }
  return walked;
}
