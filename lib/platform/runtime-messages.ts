import type { MessageSender, MessageTransport } from "../messages/command-channel.ts";
import { classifySender, type BrowserSender } from "../messages/classify-sender.ts";
import { extension } from "./extension-api.ts";

/** Classifies a sender as a page of this extension or not. */
export function classifyOwnSender(sender: BrowserSender): MessageSender {
  const { id } = extension.runtime;
  return classifySender(sender, { id, origin: extension.runtime.getURL("") });
}

/** Sends a message to the worker. Wakes the worker if necessary. */
export const sendToWorker: MessageTransport = (message) => extension.runtime.sendMessage(message);

/** Answers messages. Call this in the worker's first turn: otherwise the waking message is lost. */
export function answerMessages(
  answer: (message: unknown, sender: MessageSender) => Promise<unknown> | undefined,
): void {
  extension.runtime.onMessage.addListener((message: unknown, sender: BrowserSender) =>
    answer(message, classifyOwnSender(sender)),
  );
}
