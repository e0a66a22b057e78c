import { classify } from "../classify/classify.ts";
import type { Exchange } from "../exchange.ts";
import { isNoise } from "./needs-body.ts";

/** How much a capture keeps. */
export interface CaptureLimits {
  entries: number;
  /** The number of characters of URLs, headers and bodies: about as many bytes. */
  characters: number;
}

export const captureLimits: CaptureLimits = { entries: 10_000, characters: 64 * 1024 * 1024 };

/** The part that is kept when a limit is exceeded, so that not each new entry has to make room. */
const keptShare = 0.9;

/** Returns the number of characters of an exchange. */
export function measure(exchange: Exchange): number {
  const { url, requestHeaders, requestBody, responseHeaders, responseBody } = exchange;
  let size = url.length + (requestBody?.length ?? 0);
  for (const { name, value } of requestHeaders) size += name.length + value.length;
  for (const { name, value } of responseHeaders) size += name.length + value.length;
  return responseBody.state === "text" ? size + responseBody.text.length : size;
}

/** An exchange of a capture, with its number of characters. */
export interface Measured {
  exchange: Exchange;
  size: number;
}

/**
 * Chooses what to drop once a limit is exceeded: images and scripts first, then requests without a
 * meaning for logins, auth messages last; the oldest of each kind first.
 *
 * @param kept oldest first
 */
export function chooseDropped<Kept extends Measured>(
  kept: readonly Kept[],
  limits: CaptureLimits,
): Set<Kept> {
  const dropped = new Set<Kept>();
  let count = kept.length;
  let size = kept.reduce((sum, one) => sum + one.size, 0);
  if (count <= limits.entries && size <= limits.characters) return dropped;
  const ranks: Kept[][] = [[], [], []];
  const messages = new Set(
    classify(kept.map(({ exchange }) => exchange)).map(({ exchange }) => exchange),
  );
  for (const one of kept) ranks[rank(one.exchange, messages)]?.push(one);
  for (const one of ranks.flat()) {
    if (count <= limits.entries * keptShare && size <= limits.characters * keptShare) break;
    dropped.add(one);
    count -= 1;
    size -= one.size;
  }
  return dropped;
}

function rank(exchange: Exchange, messages: ReadonlySet<Exchange>): 0 | 1 | 2 {
  if (isNoise(exchange)) return 0;
  return messages.has(exchange) ? 2 : 1;
}
