import { activityFeedName } from "../messages/activity-feed.ts";
import type { FeedPort } from "../messages/feed-channel.ts";
import { extension } from "./extension-api.ts";
import { classifyOwnSender } from "./runtime-messages.ts";

type RuntimePort = ReturnType<typeof extension.runtime.connect>;

export function toFeedPort(port: RuntimePort): FeedPort {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.onMessage.addListener((message: unknown) => listener(message)),
    onDisconnect: (listener) =>
      port.onDisconnect.addListener(() => {
        // Chromium logs an error unless `lastError` is read. A worker that ends is not an error.
        void extension.runtime.lastError;
        listener();
      }),
    disconnect: () => port.disconnect(),
  };
}

/** Connects a page to the worker's activity feed. Wakes the worker if necessary. */
export function connectToActivity(): FeedPort {
  return toFeedPort(extension.runtime.connect({ name: activityFeedName }));
}

/**
 * Calls `serve` for each connecting page of the extension, and disconnects all other senders. Call
 * this in the worker's first turn.
 */
export function serveFeeds(serve: (name: string, port: FeedPort) => void): void {
  extension.runtime.onConnect.addListener((port) => {
    if (port.sender === undefined || !classifyOwnSender(port.sender).isOwnPage) {
      port.disconnect();
      return;
    }
    serve(port.name, toFeedPort(port));
  });
}
