import type { LoginBrowser } from "../../../../lib/worker/ports.ts";

export const redirectUrl = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";

/** A browser that opens no window and waits for nothing; whatever is not faked throws. */
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

/** The tabs of a browser that reports redirects: they outlive the worker, its listeners do not. */
export function createFakeTabs() {
  const tabs = new Map<number, string>();
  const opened: string[] = [];
  const listeners = new Set<Parameters<LoginBrowser["watchTabs"]>[0]>();
  let isBlocked = false;
  const state = {
    tabs,
    opened,
    /** Whether the redirect's host is kept off the network. */
    isBlocked: () => isBlocked,
    isWatched: () => listeners.size > 0,
    /** What a window does while it is being opened, before its tab is known. */
    onOpening: (_tabId: number) => undefined as void,
    /** Leads a tab to a URL, as the tenant or the user does. */
    lead(tabId: number, url: string) {
      tabs.set(tabId, url);
      for (const { onUrl } of listeners) onUrl(tabId, url);
    },
    close(tabId: number) {
      tabs.delete(tabId);
      for (const { onRemoved } of listeners) onRemoved(tabId);
    },
    /** The worker is stopped: its listeners are gone. */
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
