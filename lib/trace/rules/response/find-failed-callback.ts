import type { AuthMessage } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";

/**
 * Returns the callback that the application's own server refused, although the provider sent a
 * response without an error.
 */
export function findFailedCallback({ flow }: PreparedFlow): AuthMessage | undefined {
  const callback = flow.messages.findLast(({ kind }) => kind === "callback");
  if (callback === undefined || flow.response === undefined) return undefined;
  const isError = flow.response.parameters.some(([name]) => name === "error");
  const { status, responseBody } = callback.exchange;
  // Some hosts serve the application itself with status 404: its script then runs.
  const isPage = responseBody.state === "text" && responseBody.text.includes("<script");
  if (status < 400 || isError || isPage || flow.tokenRequests.length > 0) return undefined;
  return callback;
}
