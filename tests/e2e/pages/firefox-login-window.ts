import type { Page } from "puppeteer-core";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { enter, press, surfaceOfTab } from "./firefox-surface.ts";

/** The window that a login run opened, once it shows the tenant's login page. */
export async function findFirefoxLoginWindow(
  { browser }: OpenedFirefox,
  tenantOrigin: string,
): Promise<Page> {
  return await waitFor(
    async () => {
      const pages = await browser.pages();
      const page = pages.find((page) => page.url().startsWith(`${tenantOrigin}/`));
      if (page === undefined) return undefined;
      return (await page.evaluate(() => document.readyState === "complete")) && page;
    },
    { what: `a login window at ${tenantOrigin}` },
  );
}

/** Fills in the tenant's login page and sends it. */
export async function logInWithFirefox(
  page: Page,
  user: { email: string; password: string },
): Promise<void> {
  const surface = surfaceOfTab(page);
  await enter(surface, "Email address", user.email);
  await enter(surface, "Password", user.password);
  await press(surface, { kind: "button", name: "Continue" });
}
