import { isErrorPlace } from "../../error-place.ts";
import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { findEnd } from "./find-start.ts";

/** The maximum number of requests after a refusal that are looked at. */
const maxAfter = 30;

/**
 * Returns true if the user goes on in the application after a refused page, such as one that the Back
 * button opened again; false after a logout, since nothing is left to go on with.
 */
export function goesOn({ startedAt }: Exchange, { flow, context }: PreparedFlow): boolean {
  const origin = URL.parse(flow.response?.target ?? "")?.origin;
  const from = flow.response?.at ?? startedAt;
  const hasLoggedOut = context.logouts.some(
    (each) => each.host === flow.host && each.startedAt > from && each.startedAt < startedAt,
  );
  if (hasLoggedOut) return false;
  const first = findEnd(context.exchanges, startedAt);
  return context.exchanges
    .slice(first, first + maxAfter)
    .some(
      ({ destination, status, url }) =>
        destination === "document" &&
        status >= 200 &&
        status < 300 &&
        URL.parse(url)?.origin === origin &&
        !isErrorPlace(url),
    );
}
