import type { Page } from "playwright";
import * as z from "zod/mini";

const settingsSchema = z.looseObject({ refs: z.record(z.string(), z.string()) });

/**
 * Returns the reference of a tenant in URLs, as a page of the extension reads it from its settings.
 */
export async function readTenantRef(page: Page, origin: string): Promise<string> {
  const { settings } = await page.evaluate(() => chrome.storage.local.get("settings"));
  const ref = settingsSchema.parse(settings).refs[origin];
  if (ref === undefined) throw new Error(`The tenant ${origin} has no reference.`);
  return ref;
}

/** Follows the link of the listed event with this subject; returns once its own page is shown. */
export async function followEvent(page: Page, subject: string): Promise<void> {
  await page.getByRole("listitem").filter({ hasText: subject }).getByRole("link").click();
  await page.getByRole("tree").waitFor();
}

/** Lists the events since a time on an open event page. */
export async function showSince(page: Page, origin: string, since: number): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `since/${await readTenantRef(page, origin)}/${since}`,
  );
}
