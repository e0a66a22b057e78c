import { withoutFragment } from "../capture/entry-key.ts";
import { endOf, readHeader, type Exchange } from "../exchange.ts";
import { maxRedirectMs, slackMs } from "./chain-pages.ts";

/**
 * Returns the exchanges with the destination of the redirects that Chromium reported without their
 * `Sec-Fetch-Dest`. It calls a frame a document: the page that a redirect leads to tells which of
 * the two it is, because a redirect keeps its destination (Fetch Standard, section 4.4).
 */
export function followFrames(exchanges: readonly Exchange[]): readonly Exchange[] {
  const inFrames = findUntoldFrames(exchanges);
  if (inFrames.size === 0) return exchanges;
  return exchanges.map((exchange) =>
    inFrames.has(exchange) ? { ...exchange, destination: "frame" } : exchange,
  );
}

function findUntoldFrames(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const latestFirst = exchanges
    .filter(({ destination }) => destination === "document" || destination === "frame")
    .map((page) => ({ page, begins: page.startedAt - (isUntold(page) ? slackMs : 0) }))
    .toSorted((one, other) => other.begins - one.begins || other.page.id - one.page.id);
  const found = new Set<Exchange>();
  const nextByUrl = new Map<string, Exchange>();
  for (const { page } of latestFirst) {
    if (isUntold(page)) {
      const next = nextByUrl.get(withoutFragment(page.redirect));
      const isFrame = next !== undefined && (next.destination === "frame" || found.has(next));
      if (isFrame && next.startedAt <= endOf(page) + maxRedirectMs) found.add(page);
    }
    nextByUrl.set(withoutFragment(page.url), page);
  }
  return found;
}

function isUntold(page: Exchange): page is Exchange & { redirect: string } {
  const told = readHeader(page.requestHeaders, "sec-fetch-dest");
  return page.destination === "document" && page.redirect !== undefined && told === undefined;
}
