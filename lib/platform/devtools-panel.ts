import { postPanelSearch } from "./panel-search.ts";

// This file uses `chrome.devtools` with callbacks, which work in Firefox and Chromium, with or
// without the polyfill.

/** Adds the panel to the DevTools window. */
export function createPanel(title: string, iconPath: string, pagePath: string): void {
  chrome.devtools.panels.create(title, iconPath, pagePath, (panel) => {
    // Firefox has no search bar for a panel.
    if (!("onSearch" in panel)) return;
    let page: Window | undefined;
    panel.onShown.addListener((shown) => {
      page = shown;
    });
    panel.onSearch.addListener((action, query) => {
      if (page !== undefined) postPanelSearch(page, action, query);
    });
  });
}
