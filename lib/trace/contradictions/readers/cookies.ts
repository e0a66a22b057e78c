import { listSetCookies, readCookies, type SetCookie } from "../../cookies.ts";
import { endOf, type Exchange } from "../../exchange.ts";
import { isLoopback } from "../../../http/is-loopback.ts";
import type { AuthMessage } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import type { Reader, Subject } from "../contradiction.ts";
import { see } from "./see.ts";
import { findExchangeIndex, findStartOfLogin } from "./start-of-login.ts";

/** A cookie with the request that lacks it. */
interface LostCookie {
  cookie: SetCookie;
  setter: Exchange;
  request: Exchange;
  /** True if the start of the login set the cookie. */
  isOfStart: boolean;
}

/** The attribute for which a browser does not send a cookie. */
export type CookieFault =
  | "secure"
  | "prefix"
  | "http"
  | "host"
  | "strict"
  | "post"
  | "frame"
  | "path";

/** The lost cookies of each flow: all readers of a flow share them. */
const lostByFlow = new WeakMap<PreparedFlow, readonly LostCookie[]>();

/**
 * Lists the cookies that a step of the login set, and that the next step did not get: from the
 * start of the login to its callback, and from the callback to the next page of the host.
 */
function listLost(prepared: PreparedFlow): readonly LostCookie[] {
  const known = lostByFlow.get(prepared);
  if (known !== undefined) return known;
  const lost = findSteps(prepared).flatMap(({ setter, request, isOfStart }) =>
    listSetCookies(setter)
      .filter(({ name }) => !isSent(name, request, prepared))
      .map((cookie) => ({ cookie, setter, request, isOfStart })),
  );
  lostByFlow.set(prepared, lost);
  return lost;
}

function findSteps(prepared: PreparedFlow): Omit<LostCookie, "cookie">[] {
  const { flow, context } = prepared;
  if (!context.hasCookies || flow.kind === "call") return [];
  const callback = flow.messages.find(({ kind }) => kind === "callback")?.exchange;
  if (callback === undefined) return [];
  const start = findStartOfLogin(prepared);
  const next = findNextPage(callback, prepared);
  return [
    ...(start === undefined ? [] : [{ setter: start, request: callback, isOfStart: true }]),
    ...(next === undefined ? [] : [{ setter: callback, request: next, isOfStart: false }]),
  ];
}

/** The maximum number of requests after the callback that are searched for the next page. */
const maxNext = 20;

function findNextPage(callback: Exchange, { context }: PreparedFlow): Exchange | undefined {
  const index = findExchangeIndex(context.exchanges, callback);
  const { hostname } = new URL(callback.url);
  return context.exchanges
    .slice(index + 1, index + 1 + maxNext)
    .find(
      (each) =>
        each.startedAt >= endOf(callback) &&
        each.destination === "document" &&
        new URL(each.url).hostname === hostname,
    );
}

/**
 * Returns true if the request sent the cookie. A capture can lack the cookies of a redirect, so a
 * later request of the host with the cookie proves that the browser had it.
 */
function isSent(name: string, request: Exchange, { context }: PreparedFlow): boolean {
  const { hostname } = new URL(request.url);
  const index = findExchangeIndex(context.exchanges, request);
  return context.exchanges
    .slice(index, index + maxNext)
    .some((each) => new URL(each.url).hostname === hostname && readCookies(each).has(name));
}

/** Returns the attribute for which the browser did not send the cookie; undefined if unknown. */
function findFault({ cookie, setter, request }: LostCookie): CookieFault | undefined {
  const { attributes, name } = cookie;
  const [from, to] = [new URL(setter.url), new URL(request.url)];
  const sameSite = attributes.get("samesite")?.toLowerCase();
  const isSecure = attributes.has("secure");
  if (sameSite === "none" && !isSecure) return "secure";
  if (/^__(?:host|secure)-/iu.test(name) && !isSecure) return "prefix";
  if (/^__host-/iu.test(name) && (attributes.has("domain") || attributes.get("path") !== "/")) {
    return "prefix";
  }
  if (isSecure && from.protocol === "http:" && !isLoopback(from.hostname)) return "http";
  if (from.hostname !== to.hostname && !attributes.has("domain")) return "host";
  if (sameSite === "strict" && isCrossSite(request)) return "strict";
  if (sameSite === "lax" && request.method === "POST" && isCrossSite(request)) return "post";
  if (request.destination === "frame" && sameSite !== "none" && isCrossSite(request))
    return "frame";
  const path = attributes.get("path") ?? "/";
  return to.pathname.startsWith(path) ? undefined : "path";
}

function isCrossSite({ requestHeaders }: Exchange): boolean {
  return requestHeaders.some(
    ({ name, value }) => name === "sec-fetch-site" && value === "cross-site",
  );
}

/** Returns the first lost cookie with this fault. */
function findLost({ prepared }: Subject, fault: CookieFault | undefined): LostCookie | undefined {
  return listLost(prepared).find(
    // After the callback, an application can delete a cookie by a response that the capture lacks.
    (lost) => findFault(lost) === fault && (fault !== undefined || lost.isOfStart),
  );
}

/** Reads the attributes of a lost cookie, without its value. */
export const lostCookie =
  (fault?: CookieFault): Reader =>
  (subject) => {
    const lost = findLost(subject, fault);
    if (lost === undefined) return undefined;
    const { name, attributes } = lost.cookie;
    const settings = [...attributes].map(([key, value]) =>
      value === "" ? key : `${key}=${value}`,
    );
    const text = [`${name}=…`, ...settings].join("; ");
    return see(findMessage(subject, lost.setter), "headers", "set-cookie", text);
  };

/** Reads the request that came without the lost cookie. */
export const requestWithoutCookie =
  (fault?: CookieFault): Reader =>
  (subject) => {
    const lost = findLost(subject, fault);
    if (lost === undefined) return undefined;
    const { method, url } = lost.request;
    const text = `${method} ${url.split(/[?#]/u, 1)[0] ?? ""} without ${lost.cookie.name}`;
    return see(findMessage(subject, lost.request), "headers", "cookie", text);
  };

/** The cookies of the start and of the callback that have one name and two values. */
function findReplaced({ prepared }: Subject) {
  const start = findStartOfLogin(prepared);
  const callback = prepared.flow.messages.find(({ kind }) => kind === "callback");
  if (start === undefined || callback === undefined || prepared.flow.kind === "call") {
    return undefined;
  }
  const sent = readCookies(callback.exchange);
  const cookie = listSetCookies(start).find(
    ({ name, value }) => sent.has(name) && sent.get(name) !== value,
  );
  return cookie === undefined
    ? undefined
    : { name: cookie.name, set: cookie.value, sent: sent.get(cookie.name), start, callback };
}

/** Reads the cookie that the start of the login set, if the callback sent another value. */
export const setCookie: Reader = (subject) => {
  const replaced = findReplaced(subject);
  if (replaced === undefined) return undefined;
  const message = findMessage(subject, replaced.start);
  const seen = see(message, "headers", `set-cookie: ${replaced.name}`, replaced.set);
  return seen === undefined ? undefined : { ...seen, isSecret: true };
};

/** Reads the value of that cookie which the callback sent. */
export const sentCookie: Reader = (subject) => {
  const replaced = findReplaced(subject);
  const seen = see(
    replaced?.callback,
    "headers",
    `cookie: ${replaced?.name ?? ""}`,
    replaced?.sent,
  );
  return seen === undefined ? undefined : { ...seen, isSecret: true };
};

const findMessage = ({ prepared }: Subject, exchange: Exchange): AuthMessage | undefined =>
  prepared.flow.messages.find((message) => message.exchange === exchange);
