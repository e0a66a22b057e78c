import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { readAsked } from "../evidence.ts";

/** The maximum number of requests between the start of a login and its redirect. */
const maxBetween = 50;

/** The maximum number of characters of a response in which the login's URL is looked for. */
const maxText = 65_536;

/** A shorter state can stand in any response. */
const minState = 8;

/**
 * Returns the application's response that began the login: a redirect to the provider, or a
 * response to a script that has the URL of the login.
 */
export function findStart(prepared: PreparedFlow): Exchange | undefined {
  const { flow, context } = prepared;
  const request = flow.authorization?.exchange;
  if (request === undefined) return undefined;
  const end = findEnd(context.exchanges, request.startedAt);
  const earlier = context.exchanges.slice(Math.max(0, end - maxBetween), end);
  const redirect = earlier.findLast((each) => each.redirect === request.url);
  if (redirect !== undefined) return redirect;
  const state = readAsked(prepared, "state");
  if (state === undefined || state.length < minState) return undefined;
  return earlier.findLast((each) => each !== request && answersWith(each, state));
}

/** Returns true if a server of the application redirected the browser to the provider. */
export function isStartedByServer({ flow, context }: PreparedFlow): boolean {
  const url = flow.authorization?.exchange.url;
  const end = findEnd(context.exchanges, flow.authorization?.exchange.startedAt ?? 0);
  return context.exchanges
    .slice(Math.max(0, end - maxBetween), end)
    .some(({ redirect }) => redirect !== undefined && redirect === url);
}

function answersWith({ responseBody, responseHeaders }: Exchange, state: string): boolean {
  if (responseHeaders.some(({ name, value }) => name === "location" && value.includes(state)))
    return true;
  if (responseBody.state !== "text" || responseBody.text.length > maxText) return false;
  return responseBody.text.includes(state);
}

/**
 * Returns the number of exchanges, or of flows, that began until then. A search by halves: a capture
 * can have thousands.
 */
export function findEnd(list: readonly Pick<Exchange, "startedAt">[], time: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.startedAt ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
