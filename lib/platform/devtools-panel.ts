import { postPanelSearch } from "./panel-search.ts";

// The callback form on `chrome.devtools` is the one that reads the same in Chromium, wrapped and native, and in Firefox.

/** Adds the panel to the DevTools window. */
export function createPanel(title: string, iconPath: string, pagePath: string): void {
  chrome.devtools.panels.create(title, iconPath, pagePath, (panel) => {
    // Firefox has no search bar over a panel.
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
