import type { Stage } from "../stage.ts";

/** Opens the application's page, so that its script can send requests. */
export async function openApplication({ tab, application }: Stage): Promise<void> {
  await tab.goto(`${application.origin}/`);
}

/** Leaves the page for a URL, as `location.assign` of an application does. */
export async function leave({ tab }: Stage, url: string): Promise<void> {
  const loaded = tab.waitForEvent("load");
  await tab.evaluate((to) => location.assign(to), url);
  await loaded;
}

/** The parameters of the authorization response in the tab's URL. */
export function readResponse({ tab }: Stage): URLSearchParams {
  const { search, hash } = new URL(tab.url());
  return new URLSearchParams(hash === "" ? search : hash.slice(1));
}
