import { nameCall, type CaptureContext } from "../capture-context.ts";
import type { Exchange } from "../exchange.ts";

/**
 * Returns true if the same call succeeded later, most often with a new token and so in another
 * flow: then the page has handled the refusal.
 */
export function wasCalledAgain(refused: Exchange, { successes }: CaptureContext): boolean {
  return (successes.get(nameCall(refused)) ?? 0) > refused.startedAt;
}
