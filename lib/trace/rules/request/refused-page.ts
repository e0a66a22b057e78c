import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepare-flow.ts";

/**
 * Returns the authorization request that the provider refused with a page of its own: it could not
 * send the error to the client (RFC 6749, section 4.1.2.1).
 */
export function findRefusedRequest({ flow }: PreparedFlow): AuthMessage | undefined {
  const { authorization, response } = flow;
  if (authorization === undefined || response !== undefined) return undefined;
  const { status } = authorization.exchange;
  return status >= 400 && status < 500 && status !== 429 ? authorization : undefined;
}

/** Returns true if the page quotes the value of a parameter: it is about this parameter. */
export function quotes({ exchange, request }: AuthMessage, name: string): boolean | undefined {
  const { responseBody, error } = exchange;
  // The body is the browser's own error page, as for a frame that may not show the provider's.
  if (error !== undefined) return undefined;
  const value = readParameter(request, name);
  if (responseBody.state !== "text" || value === undefined) return undefined;
  return responseBody.text.includes(value) || responseBody.text.includes(escapeHtml(value));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Returns true if the provider has accepted this client in an earlier flow of the capture. */
export function isKnownClient({ previous }: PreparedFlow): boolean {
  return previous.some(({ response }) => response !== undefined);
}
