import type { Exchange } from "../exchange.ts";
import type { Navigation } from "../capture-context.ts";
import { withoutFragment } from "./entry-key.ts";

/** The first request of a page: the load of its document, or the redirects that led to it. */
export interface PageStart {
  /** Unix time in ms. */
  at: number;
  /** The URL of the first known request, without its fragment. */
  url: string;
}

/** The longest time in ms between a request of a redirect chain and the load of its page. */
const longestChain = 60_000;

/** Finds the requests that led to a page. They have no common id: each one redirects to the next. */
export function findPageStart(exchanges: readonly Exchange[], { at, url }: Navigation): PageStart {
  let start: PageStart = { at, url: withoutFragment(url) };
  for (const exchange of exchanges.toReversed()) {
    if (exchange.startedAt < at - longestChain) break;
    if (leadsTo(exchange, start)) start = startOf(exchange);
  }
  return start;
}

/** Returns true if a request is the load of a page, or redirects to its first request. */
export function leadsTo(
  { startedAt, url, redirect, destination }: Exchange,
  start: PageStart,
): boolean {
  if (startedAt > start.at || startedAt < start.at - longestChain) return false;
  if (destination === "fetch" || destination === "preflight") return false;
  return redirect === undefined
    ? withoutFragment(url) === start.url && destination !== "frame"
    : withoutFragment(redirect) === start.url;
}

/** Returns the page start that has this request as the first one. */
export function startOf({ startedAt, url }: Exchange): PageStart {
  return { at: startedAt, url: withoutFragment(url) };
}
