import type { MessageSender } from "./command-channel.ts";

/** The browser's description of a sender, in any context. */
export interface BrowserSender {
  id?: string | undefined;
  url?: string | undefined;
  /** The tab of the page; a popup and a panel have none. */
  tab?: { incognito: boolean } | undefined;
}

/**
 * Classifies a sender by the browser's description of it: a page of ours has our id and a URL of
 * our origin. A content script has our id, but the URL of its page.
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
