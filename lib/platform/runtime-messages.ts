import type { MessageSender, MessageTransport } from "../messages/command-channel.ts";
import { extension } from "./extension-api.ts";

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
 */
export function judgeSender(sender: BrowserSender): MessageSender {
  const ownOrigin = extension.runtime.getURL("");
  return {
    isOwnPage: sender.id === extension.runtime.id && (sender.url?.startsWith(ownOrigin) ?? false),
    isPrivate: sender.tab?.incognito === true,
  };
}

/** Sends a message to the worker, waking it when it sleeps. */
export const sendToWorker: MessageTransport = (message) => extension.runtime.sendMessage(message);

/** Answers messages from pages. Must be called on the worker's first turn, or a waking message is missed. */
export function answerMessages(
  answer: (message: unknown, sender: MessageSender) => Promise<unknown> | undefined,
): void {
  extension.runtime.onMessage.addListener((message: unknown, sender: BrowserSender) =>
    answer(message, judgeSender(sender)),
  );
}
