import "../lib/platform/schema-engine.ts";
import { openEventLog } from "../lib/events/log/idb-event-log.ts";
import { servePatterns } from "../lib/events/search/serve-patterns.ts";
import { openOnce } from "../lib/platform/open-once.ts";

/**
 * Runs a filter's patterns in a dedicated worker, so that its page can terminate a slow pattern.
 */
export default {
  main(): void {
    const receive = servePatterns({
      openLog: openOnce(() => openEventLog()),
      post: (reply) => postMessage(reply),
      yieldToEventLoop: () => new Promise((resolve) => setTimeout(resolve)),
      now: () => performance.now(),
    });
    addEventListener("message", ({ data }) => receive(data));
  },
};
