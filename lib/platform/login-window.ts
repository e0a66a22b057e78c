import type { LoginBrowser } from "../worker/ports.ts";
import { extension } from "./extension-api.ts";

/** The size of a login window, in CSS pixels: a login page's form without scrolling. */
const windowSize = { width: 540, height: 760 };

/** The only session rule there is. */
const ruleId = 1;

/** The redirect URL that the browser intercepts for this extension; a tenant must list it as an allowed callback. */
export function loginRedirectUrl(): string {
  return extension.identity.getRedirectURL();
}

/**
 * Blocks navigations to the redirect URL's host, or lifts that. A blocked one is reported all the same, with its fragment, and
 * nothing of it reaches the network, where nothing but a failed look-up of the host would come of it.
 */
async function setBlock(isBlocked: boolean): Promise<void> {
  const rule = {
    id: ruleId,
    action: { type: "block" as const },
    condition: {
      requestDomains: [new URL(loginRedirectUrl()).hostname],
      resourceTypes: ["main_frame" as const],
    },
  };
  await extension.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [ruleId],
    addRules: isBlocked ? [rule] : [],
  });
}

/**
 * The login window. Chromium's own flow (`identity.launchWebAuthFlow`) closes at any page with an error status, before it can
 * be read; so there it is a window of ours, whose redirect `tabs.onUpdated` reports to an extension with access to the
 * redirect's host. Firefox's own flow keeps such a page open, and its manifest has neither permission.
 */
export const loginBrowser: LoginBrowser = {
  redirectUrl: loginRedirectUrl,

  async canReportRedirects() {
    if (!hasRules()) return false;
    // The user can withhold the access, as that to any other host.
    return extension.permissions.contains({ origins: [`${loginRedirectUrl()}*`] });
  },

  async openTab(url) {
    const opened = await extension.windows.create({ url, type: "popup", ...windowSize });
    const id = opened.tabs?.[0]?.id;
    if (id === undefined) throw new Error("The browser opened a window without a tab.");
    return id;
  },

  async closeTab(tabId) {
    // The user may have been faster.
    await extension.tabs.remove(tabId).catch(() => undefined);
  },

  async readTab(tabId) {
    try {
      const { url } = await extension.tabs.get(tabId);
      return url === undefined ? {} : { url };
    } catch {
      return undefined;
    }
  },

  watchTabs({ onUrl, onRemoved }) {
    if (!hasRules()) return () => undefined;
    const onUpdated = (tabId: number, { url }: { url?: string | undefined }) => {
      if (url !== undefined) onUrl(tabId, url);
    };
    const onGone = (tabId: number) => onRemoved(tabId);
    extension.tabs.onUpdated.addListener(onUpdated);
    extension.tabs.onRemoved.addListener(onGone);
    return () => {
      extension.tabs.onUpdated.removeListener(onUpdated);
      extension.tabs.onRemoved.removeListener(onGone);
    };
  },

  async blockRedirects() {
    if (hasRules()) await setBlock(true);
  },

  async unblockRedirects() {
    if (hasRules()) await setBlock(false);
  },

  async runFlow(url) {
    try {
      return {
        redirectedTo: await extension.identity.launchWebAuthFlow({ url, interactive: true }),
      };
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : "";
      // Both browsers reject with a sentence and no code. Chromium says "Authorization page could not be loaded." for a page
      // with status 400 or more, at which it closes the window; a wrong password can be such a page.
      return { endedBy: /could not be loaded/i.test(said) ? "error-page" : "user" };
    }
  },
};

/** True where the manifest asks for the permission to block requests: in Chromium. */
function hasRules(): boolean {
  // Not by the interface: Firefox lists the name until it is first read, and has nothing behind it.
  const { permissions = [] } = extension.runtime.getManifest();
  return permissions.includes("declarativeNetRequestWithHostAccess");
}
