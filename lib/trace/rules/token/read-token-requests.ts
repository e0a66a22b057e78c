import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";

/** The token requests of a flow that redeem a code (RFC 6749, section 4.1.3). */
export function listRedemptions({ flow }: PreparedFlow): readonly AuthMessage[] {
  return flow.tokenRequests.filter(
    ({ request }) => readParameter(request, "grant_type") === "authorization_code",
  );
}

/**
 * The requests of a flow that send its code: to the token endpoint, or to the application's own
 * server, which redeems it there.
 */
export function listCodeUses({ flow }: PreparedFlow): readonly AuthMessage[] {
  return flow.messages.filter(
    ({ kind, request }) =>
      (kind === "token" || kind === "handover") && readParameter(request, "code") !== undefined,
  );
}

/** Returns true if the token endpoint refused the request, or gave no response. */
export function isRefused({ exchange, error }: AuthMessage): boolean {
  return exchange.status >= 400 || error !== undefined;
}

/** Returns true if the request itself authenticates the client (RFC 6749, section 2.3.1). */
export function hasClientSecret({ request, exchange }: AuthMessage): boolean {
  return (
    readParameter(request, "client_secret") !== undefined ||
    exchange.requestHeaders.some(
      ({ name, value }) => name === "authorization" && /^basic /iu.test(value),
    )
  );
}

/** Returns true if a script of a page made the request. */
export function isFromPage({ exchange }: AuthMessage): boolean {
  return (
    exchange.destination === "fetch" ||
    exchange.requestHeaders.some(({ name }) => name === "origin")
  );
}
