import type { MessageSender } from "./command-channel.ts";

/** The browser's description of a sender, in any context. */
export interface BrowserSender {
  id?: string | undefined;
  url?: string | undefined;
  /** The tab of the page; a popup and a panel have none. */
  tab?: { incognito: boolean } | undefined;
}

/**
 * Classifies a sender by the browser's description. A page of the extension has the extension's id
 * and a URL of its origin. A content script has that id too, but the URL of the page it runs in.
 *
 * @param own the id of this extension, and its origin with a trailing slash
 */
export function classifySender(
  sender: BrowserSender,
  own: { id: string; origin: string },
): MessageSender {
  return {
    isOwnPage: sender.id === own.id && (sender.url?.startsWith(own.origin) ?? false),
    isPrivate: sender.tab?.incognito === true,
  };
}
