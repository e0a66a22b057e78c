import type { LoginBrowser } from "../../../../lib/worker/ports.ts";

export const redirectUrl = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";

/** A browser without login windows; each method that a test does not fake fails. */
export const noLoginBrowser: LoginBrowser = {
  redirectUrl: () => redirectUrl,
  canReportRedirects: () => Promise.reject(new Error("No login window was faked.")),
  openTab: () => Promise.reject(new Error("No login window was faked.")),
  closeTab: () => Promise.reject(new Error("No login window was faked.")),
  readTab: () => Promise.reject(new Error("No login window was faked.")),
  watchTabs: () => () => undefined,
  blockRedirects: () => Promise.reject(new Error("No login window was faked.")),
  unblockRedirects: () => Promise.reject(new Error("No login window was faked.")),
  runFlow: () => Promise.reject(new Error("No login flow was faked.")),
};

/**
 * Creates the tabs of a browser that reports redirects. Tabs outlive the worker; its listeners do
 * not.
 */
export function createFakeTabs() {
  const tabs = new Map<number, string>();
  const opened: string[] = [];
  const listeners = new Set<Parameters<LoginBrowser["watchTabs"]>[0]>();
  let isBlocked = false;
  const state = {
    tabs,
    opened,
    /** Returns true while the redirect's host is blocked. */
    isBlocked: () => isBlocked,
    isWatched: () => listeners.size > 0,
    /** Called while a window opens, before its tab is known. */
    onOpening: (_tabId: number) => undefined as void,
    /** Navigates a tab to a URL, like the tenant or the user. */
    lead(tabId: number, url: string) {
      tabs.set(tabId, url);
      for (const { onUrl } of listeners) onUrl(tabId, url);
    },
    close(tabId: number) {
      tabs.delete(tabId);
      for (const { onRemoved } of listeners) onRemoved(tabId);
    },
    /** Stops the worker, which removes its listeners. */
    loseWorker: () => listeners.clear(),
  };
  const browser: LoginBrowser = {
    ...noLoginBrowser,
    canReportRedirects: async () => true,
    async openTab(url) {
      const tabId = opened.push(url);
      tabs.set(tabId, url);
      state.onOpening(tabId);
      return tabId;
    },
    async closeTab(tabId) {
      if (tabs.has(tabId)) state.close(tabId);
    },
    async readTab(tabId) {
      const url = tabs.get(tabId);
      return url === undefined ? undefined : { url };
    },
    watchTabs(given) {
      listeners.add(given);
      return () => void listeners.delete(given);
    },
    async blockRedirects() {
      isBlocked = true;
    },
    async unblockRedirects() {
      isBlocked = false;
    },
  };
  return { ...state, state, browser };
}
