import type { Exchange } from "../exchange.ts";
import type { PreparedFlow } from "../prepared-flow.ts";

/**
 * Returns true if an API accepted a token of this flow after a failure: then the page has what it
 * needs, and goes on.
 */
export function wasTokenUsed({ flow }: Pick<PreparedFlow, "flow">, failed: Exchange): boolean {
  return flow.messages.some(
    ({ kind, exchange: { startedAt, status } }) =>
      kind === "api-call" && startedAt > failed.startedAt && status >= 200 && status < 300,
  );
}
