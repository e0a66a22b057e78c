import { writeEventAddress, type EventLink } from "../messages/event-link.ts";
import type { OptionsPlace } from "../messages/options-place.ts";
import { extension } from "./extension-api.ts";
import { storeOptionsPlace } from "./options-place.ts";

const optionsPage = "/options.html";

/** Opens the options page, or brings the open one to the front; at a place when one is named. */
export async function openOptionsPage(at?: OptionsPlace): Promise<void> {
  await storeOptionsPlace(at);
  // Tells of our own tabs without the permission to see those of others.
  const tabs = await extension.runtime.getContexts({ contextTypes: ["TAB"] });
  const open = tabs.find(({ documentUrl }) => isOptionsPage(documentUrl));
  if (open === undefined) return extension.runtime.openOptionsPage();
  // For an address with a fragment, `openOptionsPage` opens a second tab in Firefox.
  await extension.tabs.update(open.tabId, { active: true });
  await extension.windows.update(open.windowId, { focused: true });
}

function isOptionsPage(url: string | undefined): boolean {
  return url?.split("#", 1)[0] === extension.runtime.getURL(optionsPage);
}

/** Opens the options page in an ordinary window; for a page in a private one, from which nothing is stored. */
export async function openOrdinaryOptions(): Promise<void> {
  await extension.windows.create({
    url: extension.runtime.getURL(optionsPage),
    incognito: false,
  });
}

/** Shows one event in a tab of its own, under an address that can be reloaded and kept. */
export async function openEvent(link: EventLink): Promise<void> {
  const url = `${extension.runtime.getURL("")}${writeEventAddress(link).slice(1)}`;
  try {
    await extension.tabs.create({ url });
  } catch {
    // There is no window for a tab: a notification outlives them all.
    await extension.windows.create({ url });
  }
}

/** Closes the popup that this runs in. Chromium does so once something else has the focus; Firefox leaves it in front. */
export function closePopup(): void {
  window.close();
}

/** Runs `start` after an installation, an update, and each start of the browser. Call on the worker's first turn. */
export function onBrowserStart(start: () => void): void {
  extension.runtime.onInstalled.addListener(() => start());
  extension.runtime.onStartup.addListener(() => start());
}
