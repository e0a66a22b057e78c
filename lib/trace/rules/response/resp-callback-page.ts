import { listSetCookies } from "../../cookies.ts";
import { readHeader, type Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { readGiven, seeGiven } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { findReceived } from "./find-failed-callback.ts";
import { findEnd, isStartedByServer } from "./find-start.ts";

/** The maximum number of requests before the login and after its callback that are looked at. */
const maxNear = 50;

/** A server began the login, and something else answered its callback. */
export const respCallbackPage: Rule = {
  id: "resp-callback-page",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "A page answered the callback that belongs to a server",
  requirement: "RFC 6749, section 3.1.2 (the redirection endpoint); Service Workers, section 4.6",
  judge(prepared) {
    const { flow } = prepared;
    const received = findReceived(prepared);
    if (received === undefined || readGiven(prepared, "code") === undefined) return notApplicable;
    const { exchange, responseMode } = received;
    const isForServer = responseMode === "query" || responseMode === "form_post";
    const isUsed =
      flow.tokenRequests.length > 0 || flow.messages.some(({ kind }) => kind === "handover");
    if (!isForServer || isUsed || prepared.isUnderWay || prepared.isOwnRun) return notApplicable;
    if (exchange.status !== 200 || listSetCookies(exchange).length > 0) return passed;
    if (!isStartedByServer(prepared)) return passed;
    const isCached = exchange.isFromCache === true;
    if (hasSession(exchange, prepared)) return passed;
    const refused = findRefused(exchange, prepared);
    const isShell = isOtherPage(exchange, prepared);
    if (!isCached && refused === undefined && !isShell) return passed;
    return {
      outcome: "failed",
      ...(isCached || refused !== undefined ? {} : { severity: "warning" as const }),
      seen: [
        { message: received, part: "status", name: "status", value: String(exchange.status) },
        seeGiven(prepared, "code"),
        ...(isCached
          ? [
              {
                part: "headers" as const,
                name: "answered by",
                value: "a cache or a service worker",
              },
            ]
          : []),
        ...(refused === undefined
          ? []
          : [{ part: "status" as const, name: "later call", value: `401 of ${refused}` }]),
      ],
      why: isCached
        ? "A service worker or a cache answered with a stored page, so the server never got the code."
        : "The server that began the login redeems a code and then redirects or sets its session. Here a page came back and nothing used the code: the single-page app answers at every address.",
      remedy: isCached
        ? "Let the service worker pass the paths of the login to the network (navigateFallbackDenylist, or the navigation URLs of its configuration), and do not cache them."
        : "Route the callback's path to the server that began the login, in the proxy, in the development server and in the host's fallback rule.",
    };
  },
};

/** Returns true if a call with cookies succeeded afterwards: the session can be an older one. */
function hasSession({ url, startedAt }: Exchange, { context }: PreparedFlow): boolean {
  const { host } = new URL(url);
  const first = findEnd(context.exchanges, startedAt);
  return context.exchanges
    .slice(first, first + maxNear)
    .some(
      (each) =>
        each.status >= 200 &&
        each.status < 300 &&
        each.destination === "fetch" &&
        URL.parse(each.url)?.host === host &&
        readHeader(each.requestHeaders, "cookie") !== undefined,
    );
}

/** Returns the path of a call that the server refused after the callback, for want of a session. */
function findRefused({ url, startedAt }: Exchange, { context }: PreparedFlow): string | undefined {
  const { host } = new URL(url);
  const first = findEnd(context.exchanges, startedAt);
  const found = context.exchanges
    .slice(first, first + maxNear)
    .find(
      (each) =>
        each.status === 401 &&
        each.destination === "fetch" &&
        URL.parse(each.url)?.host === host &&
        !wasCalledAgain(each, context),
    );
  return found === undefined ? undefined : new URL(found.url).pathname;
}

/** Returns true if the same text answered at another address of the application before. */
function isOtherPage(
  { url, responseBody, startedAt }: Exchange,
  { context }: PreparedFlow,
): boolean {
  if (responseBody.state !== "text" || !responseBody.text.includes("<script")) return false;
  const { origin, pathname } = new URL(url);
  const end = findEnd(context.exchanges, startedAt);
  return context.exchanges.slice(Math.max(0, end - maxNear), end).some((each) => {
    const other = URL.parse(each.url);
    return (
      other?.origin === origin &&
      other.pathname !== pathname &&
      each.responseBody.state === "text" &&
      each.responseBody.text === responseBody.text
    );
  });
}
