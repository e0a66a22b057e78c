import type { MessageSender, MessageTransport } from "../messages/command-channel.ts";
import { classifySender, type BrowserSender } from "../messages/classify-sender.ts";
import { extension } from "./extension-api.ts";

/** Judges a sender as this extension's own page, or not. */
export function classifyOwnSender(sender: BrowserSender): MessageSender {
  const { id } = extension.runtime;
  return classifySender(sender, { id, origin: extension.runtime.getURL("") });
}

/** Sends a message to the worker, waking it when it sleeps. */
export const sendToWorker: MessageTransport = (message) => extension.runtime.sendMessage(message);

/** Answers messages from pages. Must be called on the worker's first turn, or a waking message is missed. */
export function answerMessages(
  answer: (message: unknown, sender: MessageSender) => Promise<unknown> | undefined,
): void {
  extension.runtime.onMessage.addListener((message: unknown, sender: BrowserSender) =>
    answer(message, classifyOwnSender(sender)),
  );
}
