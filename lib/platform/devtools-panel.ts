// The callback form on `chrome.devtools` is the one that reads the same in Chromium, wrapped and native, and in Firefox.

/** Adds the panel to the DevTools window. */
export function createPanel(title: string, iconPath: string, pagePath: string): void {
  chrome.devtools.panels.create(title, iconPath, pagePath, () => undefined);
}
