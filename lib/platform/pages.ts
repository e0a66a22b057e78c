import { writeEventAddress, type EventLink } from "../messages/event-link.ts";
import type { OptionsPlace } from "../messages/options-place.ts";
import { extension } from "./extension-api.ts";
import { storeOptionsPlace } from "./options-place.ts";

const optionsPage = "/options.html";

/** Opens the options page or brings it to the front. `at` selects a tenant and a section. */
export async function openOptionsPage(at?: OptionsPlace): Promise<void> {
  await storeOptionsPlace(at);
  // `getContexts` lists our own tabs without the `tabs` permission.
  const tabs = await extension.runtime.getContexts({ contextTypes: ["TAB"] });
  const open = tabs.find(({ documentUrl }) => isOptionsPage(documentUrl));
  if (open === undefined) return extension.runtime.openOptionsPage();
  // If the page's URL has a fragment, `openOptionsPage` opens a second tab in Firefox.
  await extension.tabs.update(open.tabId, { active: true });
  await extension.windows.update(open.windowId, { focused: true });
}

function isOptionsPage(url: string | undefined): boolean {
  return url?.split("#", 1)[0] === extension.runtime.getURL(optionsPage);
}

/** Opens the options page in a regular window: a page in a private window stores nothing. */
export async function openRegularOptions(): Promise<void> {
  await extension.windows.create({
    url: extension.runtime.getURL(optionsPage),
    incognito: false,
  });
}

/** Opens the event page in a new tab, at a URL that the user can reload and bookmark. */
export async function openEvent(link: EventLink): Promise<void> {
  const url = `${extension.runtime.getURL("")}${writeEventAddress(link).slice(1)}`;
  try {
    await extension.tabs.create({ url });
  } catch {
    // No window is open for the tab: a notification can stay after the last window was closed.
    await extension.windows.create({ url });
  }
}

/**
 * Closes this popup. Chromium does that when the popup loses the focus, but Firefox keeps it open.
 */
export function closePopup(): void {
  window.close();
}

/**
 * Opens the page with the first steps after an installation. A build that a developer loads, which
 * happens often, opens nothing. Call this in the worker's first turn.
 */
export function openWelcomeAfterInstallation(): void {
  extension.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === "install") void openWelcomePage();
  });
}

async function openWelcomePage(): Promise<void> {
  const { installType } = await extension.management.getSelf();
  if (installType === "development") return;
  await extension.tabs.create({ url: extension.runtime.getURL("/welcome.html") });
}

/** Calls the listener at each start of the browser. Call this in the worker's first turn. */
export function onBrowserStart(listener: () => void): void {
  extension.runtime.onStartup.addListener(() => listener());
}

/** Calls the listener after an installation or update. Call this in the worker's first turn. */
export function onInstalled(listener: () => void): void {
  extension.runtime.onInstalled.addListener(() => listener());
}
