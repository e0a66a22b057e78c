import type { MessageSender } from "./command-channel.ts";

/** What the browser knows of a sender, whichever context it sits in. */
export interface BrowserSender {
  id?: string | undefined;
  url?: string | undefined;
  /** Where the page is in a tab; a popup and a panel have none. */
  tab?: { incognito: boolean } | undefined;
}

/**
 * Judges a sender by what the browser itself says of it: our own id, and a URL inside our own origin.
 * A content script has our id but the page's URL, and is refused.
 *
 * @param own this extension's id, and its origin with a trailing slash
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
