import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepare-flow.ts";

/** Returns the silent authorization request (`prompt=none`) of a flow. */
export function findSilent({ flow }: PreparedFlow): AuthMessage | undefined {
  const { authorization } = flow;
  if (authorization === undefined) return undefined;
  return readParameter(authorization.request, "prompt") === "none" ? authorization : undefined;
}

/** Returns true for a request of a frame or a script, as `checkSession` makes. */
export function isInFrame({ exchange }: AuthMessage): boolean {
  if (exchange.destination !== undefined) return exchange.destination === "frame";
  return false;
}

/** Returns true if the frame belongs to another site than the page, as the browser told. */
export function isCrossSite({ exchange }: AuthMessage): boolean {
  return readHeader(exchange.requestHeaders, "sec-fetch-site") === "cross-site";
}

/** Returns true if the request carried a cookie. */
export function hasCookie({ exchange }: AuthMessage): boolean {
  return readHeader(exchange.requestHeaders, "cookie") !== undefined;
}
