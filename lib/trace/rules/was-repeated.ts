import { isHidden } from "../is-hidden.ts";
import type { AuthMessage } from "../message.ts";

/**
 * Returns true if the same request came again later and got its answer: a library that tries again
 * after a failure has no fault.
 */
export function wasRepeated(failed: AuthMessage, messages: readonly AuthMessage[]): boolean {
  const { url, method, startedAt } = failed.exchange;
  return messages.some(
    ({ kind, exchange }) =>
      kind === failed.kind &&
      exchange.startedAt > startedAt &&
      exchange.method === method &&
      exchange.url === url &&
      exchange.status >= 200 &&
      exchange.status < 400 &&
      !isHidden(exchange),
  );
}
