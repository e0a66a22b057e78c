import type { Page } from "puppeteer-core";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { enter, press, surfaceOfTab } from "./firefox-surface.ts";

/**
 * Waits for the window of a login run to show the tenant's login page. First waits until the window
 * of an earlier run has closed, which can outlive its outcome.
 */
export async function openFirefoxLoginWindow(
  { browser }: OpenedFirefox,
  tenantOrigin: string,
  startRun: () => Promise<void>,
): Promise<Page> {
  const find = async () =>
    (await browser.pages()).find((page) => page.url().startsWith(`${tenantOrigin}/`));
  await waitFor(async () => (await find()) === undefined, {
    what: "the login window of the previous run to close",
  });
  await startRun();
  return await waitFor(
    async () => {
      const page = await find();
      if (page === undefined) return undefined;
      return (await page.evaluate(() => document.readyState === "complete")) && page;
    },
    { what: `a login window at ${tenantOrigin}` },
  );
}

/** Fills in the tenant's login page and submits it. */
export async function logInWithFirefox(
  page: Page,
  user: { email: string; password: string },
): Promise<void> {
  const surface = surfaceOfTab(page);
  await enter(surface, "Email address", user.email);
  await enter(surface, "Password", user.password);
  await press(surface, { kind: "button", name: "Continue" });
}
