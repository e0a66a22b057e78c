import { sandboxOrigin } from "../messages/domain.ts";
import { writeSandboxAddress } from "../messages/sandbox-address.ts";
import type { LoginBrowser } from "../worker/ports.ts";
import { extension } from "./extension-api.ts";
import { canReportRedirects, hasRules, loginRedirectUrl } from "./login-redirect.ts";

/** The size of a login window in CSS pixels: enough for a login form without scrolling. */
const windowSize = { width: 540, height: 760 };

/** The id of the extension's only session rule. */
const ruleId = 1;

/**
 * Blocks or unblocks navigations to the host of the redirect URL, which does not exist. The browser
 * still reports a blocked navigation with its fragment. Without the block, it would look up the
 * host.
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
 * Opens login windows. Chromium's own flow (`identity.launchWebAuthFlow`) closes at a page with an
 * error status before the user can read the page. In Chromium the extension therefore opens a
 * window of its own. `tabs.onUpdated` reports the redirect if the extension has access to the
 * redirect's host. Firefox's own flow keeps an error page open. The manifest for Firefox therefore
 * has neither the permission for that host nor the permission to block requests.
 */
export const loginBrowser: LoginBrowser = {
  redirectUrl: loginRedirectUrl,

  canReportRedirects,

  async openTab(url, id) {
    const shown = addressOf(url, id);
    const opened = await extension.windows.create({ url: shown, type: "popup", ...windowSize });
    const tabId = opened.tabs?.[0]?.id;
    if (tabId === undefined) throw new Error("The browser opened a window without a tab.");
    return tabId;
  },

  async closeTab(tabId) {
    // Closing a window blocks the browser's main thread, and with it all messages and requests, for
    // tens of milliseconds. Let the answer of the login leave first. Do not wait any longer:
    // measured, the token response then waits for the closing window.
    await new Promise((resolve) => setTimeout(resolve));
    // The user may have closed the tab already.
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
      const message = cause instanceof Error ? cause.message : "";
      // Both browsers reject with a sentence instead of a code. At a page with status 400 or more,
      // Chromium closes the window and says that the page "could not be loaded". The page after a
      // wrong password can have such a status.
      return { endedBy: /could not be loaded/i.test(message) ? "error-page" : "user" };
    }
  },
};

/** Returns the address to open for a URL: the sandbox's pages are shown by one of the extension. */
function addressOf(url: string, id: string): string {
  if (new URL(url).origin !== sandboxOrigin) return url;
  return extension.runtime.getURL(writeSandboxAddress({ url, loginId: id }));
}
