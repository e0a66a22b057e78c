import type { Locator } from "playwright";

/**
 * Clicks an element whose click closes its page, and waits until the page is closed.
 *
 * The page can be closed before Playwright has the answer of its own click, which it then rejects.
 * The closed page is the proof of the click: a click that fails otherwise ends in the time limit of
 * the event.
 */
export async function clickToClose(element: Locator): Promise<void> {
  const closed = element.page().waitForEvent("close");
  await Promise.all([closed, element.click().catch(() => undefined)]);
}
