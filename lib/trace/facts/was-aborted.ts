import type { Exchange } from "../exchange.ts";

/** Returns true for a request that ended because its page was left or loaded again. */
export function wasAborted({ status, error = "" }: Exchange): boolean {
  return status === 0 && /ERR_ABORTED|BINDING_ABORTED/u.test(error);
}
