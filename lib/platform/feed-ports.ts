import { activityFeedName } from "../messages/activity-feed.ts";
import type { FeedPort } from "../messages/feed-channel.ts";
import { extension } from "./extension-api.ts";
import { classifyOwnSender } from "./runtime-messages.ts";

type RuntimePort = ReturnType<typeof extension.runtime.connect>;

function toFeedPort(port: RuntimePort): FeedPort {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.onMessage.addListener((message: unknown) => listener(message)),
    onDisconnect: (listener) =>
      port.onDisconnect.addListener(() => {
        // Chromium writes to the console of whoever does not look at why: a worker that is just ending is no mistake of a page's.
        void extension.runtime.lastError;
        listener();
      }),
    disconnect: () => port.disconnect(),
  };
}

/** Connects a page to the worker's activity feed, waking the worker when it sleeps. */
export function connectToActivity(): FeedPort {
  return toFeedPort(extension.runtime.connect({ name: activityFeedName }));
}

/** Hands each connecting page of ours to `serve`; anything else is disconnected. Call on the worker's first turn. */
export function serveFeeds(serve: (name: string, port: FeedPort) => void): void {
  extension.runtime.onConnect.addListener((port) => {
    if (port.sender === undefined || !classifyOwnSender(port.sender).isOwnPage) {
      port.disconnect();
      return;
    }
    serve(port.name, toFeedPort(port));
  });
}
