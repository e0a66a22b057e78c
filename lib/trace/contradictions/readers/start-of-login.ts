import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";

/** The maximum number of requests before the authorization request that are searched. */
const maxBefore = 50;

/** Returns the application's redirect to the provider; undefined if a page's script started it. */
export function findStartOfLogin({ flow, context }: PreparedFlow): Exchange | undefined {
  const request = flow.authorization?.exchange;
  if (request === undefined) return undefined;
  const index = findExchangeIndex(context.exchanges, request);
  return context.exchanges
    .slice(Math.max(0, index - maxBefore), index)
    .findLast(({ redirect }) => redirect === request.url);
}

/** Searches by halves: the exchanges are in order of `startedAt`. */
export function findExchangeIndex(exchanges: readonly Exchange[], exchange: Exchange): number {
  let [low, high] = [0, exchanges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((exchanges[middle]?.startedAt ?? 0) < exchange.startedAt) low = middle + 1;
    else high = middle;
  }
  return exchanges.indexOf(exchange, low);
}
