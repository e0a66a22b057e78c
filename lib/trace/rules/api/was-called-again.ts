import type { CaptureContext } from "../../capture-context.ts";
import type { Exchange } from "../../exchange.ts";

/**
 * Returns true if the same call succeeded later, most often with a new token and so in another
 * flow: then the page has handled the refusal.
 */
export function wasCalledAgain(refused: Exchange, { exchanges }: CaptureContext): boolean {
  return exchanges.some(
    ({ url, method, startedAt, status }) =>
      startedAt > refused.startedAt &&
      status >= 200 &&
      status < 300 &&
      url === refused.url &&
      method === refused.method,
  );
}
