import { isErrorPlace } from "../../error-place.ts";
import type { AuthMessage } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";

/**
 * Returns the request that the application's own server refused, although the provider sent a
 * response without an error: the callback, or a page's request with the code. The server answered
 * with an error status, or led the browser to a page that names an error.
 */
export function findFailedCallback(prepared: PreparedFlow): AuthMessage | undefined {
  const { flow } = prepared;
  const { messages, response, tokenRequests } = flow;
  if (response === undefined || tokenRequests.length > 0) return undefined;
  if (response.parameters.some(([name]) => name === "error")) return undefined;
  const last = messages.findLast(({ kind }) => kind === "callback" || kind === "handover");
  if (last !== undefined && isRefusal(last, prepared)) return last;
  return messages.find(({ kind, exchange }) => {
    return kind === "callback" && isErrorPlace(exchange.redirect);
  });
}

function isRefusal({ kind, exchange }: AuthMessage, { flow, isUnderWay }: PreparedFlow): boolean {
  const { status, responseBody } = exchange;
  if (status < 400) return false;
  // Some hosts serve the application itself with status 404: its script then uses the response.
  const isPage = responseBody.state === "text" && responseBody.text.includes("<script");
  const isUsed = isUnderWay || flow.response?.parameters.every(([name]) => name !== "code");
  return kind === "handover" || !isPage || isUsed === false;
}

/** Returns the first request that brought the authorization response to the application. */
export function findReceived({ flow }: PreparedFlow): AuthMessage | undefined {
  const callbacks = flow.messages.filter(({ kind }) => kind === "callback");
  return callbacks.find(({ responseMode }) => responseMode !== undefined) ?? callbacks[0];
}
