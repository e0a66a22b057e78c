import { readHeader, type Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { wasCalledAgain } from "./was-called-again.ts";

/**
 * Returns the first of these calls that the page made after its login, and before another login or a
 * logout, unless the same call succeeded later.
 */
export function findLaterCall(
  { flow, context }: PreparedFlow,
  calls: readonly Exchange[],
): Exchange | undefined {
  const target = flow.response?.target;
  if (target === undefined) return undefined;
  const origin = URL.parse(target)?.origin;
  const next = context.flows.find(
    ({ kind, startedAt }) => (kind === "login" || kind === "logout") && startedAt > flow.startedAt,
  );
  return calls.find(
    (call) =>
      call.startedAt > flow.endedAt &&
      (next === undefined || call.startedAt < next.startedAt) &&
      findOrigin(call) === origin &&
      !wasCalledAgain(call, context),
  );
}

/** The origin of the page that made a request. */
export function findOrigin({ requestHeaders }: Exchange): string | undefined {
  const from = readHeader(requestHeaders, "origin") ?? readHeader(requestHeaders, "referer");
  return URL.parse(from ?? "")?.origin;
}
