import { readHeader } from "../../exchange.ts";
import type { Flow } from "../../flow.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { nameSite } from "../name-site.ts";

/** Returns the silent authorization request (`prompt=none`) of a flow. */
export function findSilent({ flow }: PreparedFlow): AuthMessage | undefined {
  const { authorization } = flow;
  if (authorization === undefined) return undefined;
  return readParameter(authorization.request, "prompt") === "none" ? authorization : undefined;
}

/**
 * Returns true for a request of a frame, as `checkSession` makes. Chromium does not tell of each
 * redirect that it is one of a frame; then the callback tells.
 */
export function isInFrame({ exchange }: AuthMessage, { flow }: PreparedFlow): boolean {
  if (exchange.destination === "frame") return true;
  const isUntold = readHeader(exchange.requestHeaders, "sec-fetch-dest") === undefined;
  return (
    isUntold &&
    flow.messages.some(
      ({ kind, exchange: { destination } }) => kind === "callback" && destination === "frame",
    )
  );
}

/**
 * Returns true if the frame belongs to another site than the page, as the browser told, or else by
 * the page's address.
 */
export function isCrossSite({ exchange }: AuthMessage): boolean {
  const told = readHeader(exchange.requestHeaders, "sec-fetch-site");
  if (told !== undefined) return told === "cross-site";
  const page = URL.parse(readHeader(exchange.requestHeaders, "referer") ?? "")?.hostname;
  const own = URL.parse(exchange.url)?.hostname;
  return page !== undefined && own !== undefined && nameSite(page) !== nameSite(own);
}

/** Returns the login whose session the provider still has, as far as the capture shows. */
export function findSession({ flow, previous, context }: PreparedFlow): Flow | undefined {
  const last = previous.find(
    ({ kind, phase, host }) => host === flow.host && kind === "login" && phase === "complete",
  );
  if (last === undefined) return undefined;
  // A logout can name no client, so that it is in no list of a client's flows.
  const hasLoggedOut = context.logouts.some(
    ({ host, startedAt }) =>
      host === flow.host && startedAt > last.startedAt && startedAt < flow.startedAt,
  );
  return hasLoggedOut ? undefined : last;
}

const tenMinutes = 10 * 60_000;

/** Returns true if the user logged in at the provider just before, as the capture shows. */
export function hasJustLoggedIn(prepared: PreparedFlow): boolean {
  const last = findSession(prepared);
  return last !== undefined && prepared.flow.startedAt - last.endedAt <= tenMinutes;
}

/** Returns true if the request carried a cookie. */
export function hasCookie({ exchange }: AuthMessage): boolean {
  return readHeader(exchange.requestHeaders, "cookie") !== undefined;
}
