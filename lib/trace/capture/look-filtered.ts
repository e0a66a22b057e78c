import type { Exchange } from "../exchange.ts";
import type { Navigation } from "../capture-context.ts";
import { withoutFragment } from "./entry-key.ts";

/**
 * Returns true if the browser's events seem to lack requests, as Firefox's do while a filter of the
 * Network panel is set: the event of the page's document is missing, or each other one. Without a
 * load of the page nothing is known, so that the answer is true.
 */
export function lookFiltered(
  exchanges: readonly Exchange[],
  navigation: Navigation | undefined,
): boolean {
  if (navigation === undefined) return true;
  const events = exchanges.filter(({ source }) => source !== "import");
  if (events.some(({ source, status }) => source === "snapshot" && status !== 0)) return true;
  const page = findDocument(exchanges, navigation);
  if (page === undefined) return true;
  return !events.some(
    ({ startedAt, destination }) => startedAt >= page.startedAt && destination !== "document",
  );
}

/** Returns true if the document of this load is a request of the network that is not captured. */
export function lacksDocument(exchanges: readonly Exchange[], navigation: Navigation): boolean {
  return /^https?:/.test(navigation.url) && findDocument(exchanges, navigation) === undefined;
}

function findDocument(
  exchanges: readonly Exchange[],
  navigation: Navigation,
): Exchange | undefined {
  const url = withoutFragment(navigation.url);
  return exchanges.findLast(
    (exchange) =>
      exchange.source !== "import" &&
      exchange.destination === "document" &&
      exchange.startedAt <= navigation.at &&
      withoutFragment(exchange.url) === url,
  );
}
