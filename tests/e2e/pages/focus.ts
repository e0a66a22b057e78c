import type { Frame, Page } from "playwright";
import * as z from "zod/mini";

const stopSchema = z.object({ name: z.string(), isOutlined: z.boolean() });

/** One place where the Tab key stops. */
export type FocusStop = z.infer<typeof stopSchema>;

/** What has the focus now, and whether one can see that it has. */
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

/** Presses Tab as often as there is something to stop at, from the start of the document on. */
export async function walkByTab(surface: Page | Frame, page: Page): Promise<FocusStop[]> {
  const count = await surface.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const candidates = document.querySelectorAll<HTMLElement>(
      "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]",
    );
    // What a closed menu holds is in the document too, and takes no focus.
    const stops = [...candidates].filter((one) => one.tabIndex >= 0 && one.checkVisibility());
    stops[0]?.focus();
    return stops.length;
  });
  const walked: FocusStop[] = [];
  // The first was focused by a script, which shows no outline: it is reached by the keyboard from the second.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  for (let stop = 0; stop < count; stop += 1) {
    walked.push(await readFocus(surface));
    await page.keyboard.press("Tab");
  }
  return walked;
}
