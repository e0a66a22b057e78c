import { nameClient } from "../capture-context.ts";
import type { PreparedFlow } from "../prepared-flow.ts";

const oneMinute = 60_000;

/**
 * Returns true if the page handled a failure: within a minute, the same client logged in or renewed,
 * and that worked.
 */
export function wasFollowedByLogin({ flow, context }: PreparedFlow): boolean {
  return (context.flowsByClient.get(nameClient(flow)) ?? []).some(
    ({ kind, phase, startedAt }) =>
      (kind === "login" || kind === "renewal") &&
      phase === "complete" &&
      startedAt >= flow.startedAt &&
      startedAt - flow.endedAt < oneMinute,
  );
}
