import { extension } from "./extension-api.ts";

/** Opens the options page, or brings the open one to the front. */
export function openOptionsPage(): Promise<void> {
  return extension.runtime.openOptionsPage();
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
