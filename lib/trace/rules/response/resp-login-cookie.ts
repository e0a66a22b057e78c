import { listSetCookies, readCookies, type SetCookie } from "../../cookies.ts";
import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, notSeen, passed, type RuleResult, type Rule } from "../rule.ts";
import { findFailedCallback, findReceived } from "./find-failed-callback.ts";
import { findStart } from "./find-start.ts";

/** A server finds the login that a callback belongs to by the cookies that the start had. */
export const respLoginCookie: Rule = {
  id: "resp-login-cookie",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The callback came without the cookie of its login",
  requirement: "RFC 6749, section 10.12; RFC 6265bis, sections 5.8 and 8.5",
  yieldsTo: [
    "cookie-attributes",
    "resp-formpost-cookie",
    "resp-fragment-unseen",
    "resp-no-transaction",
  ],
  judge(prepared) {
    const refused = findFailedCallback(prepared);
    const received = findReceived(prepared)?.exchange;
    if (refused === undefined || received === undefined) return notApplicable;
    if (!prepared.context.hasCookies) return notSeen("the cookies");
    const start = findStart(prepared);
    if (start === undefined) return notSeen("the response that began the login");
    const given = readCookies(received);
    const set = listSetCookies(start);
    for (const cookie of set) {
      const value = given.get(cookie.name);
      if (value === cookie.value) continue;
      if (value !== undefined) {
        if (isOfLogin(cookie.name, value, prepared)) return reportOther(cookie);
      } else if (!isSentLater(cookie, received, prepared)) {
        return reportLost(cookie, start, received);
      }
    }
    const renewed = new Set(set.map(({ name }) => name));
    for (const [name, value] of readStartCookies(start, received, prepared)) {
      const now = given.get(name);
      if (now === undefined || now === value || renewed.has(name)) continue;
      const other = findOtherServer(name, received, prepared);
      if (other !== undefined) return reportReplaced(name, received, other);
    }
    return passed;
  },
};

/**
 * True unless an ordinary response replaced the cookie, as one does that keeps a session alive:
 * then the start of another login did, in this tab or in one that the capture does not show.
 */
function isOfLogin(name: string, value: string, { context }: PreparedFlow): boolean {
  const setter = context.exchanges.find((each) =>
    listSetCookies(each).some((cookie) => cookie.name === name && cookie.value === value),
  );
  if (setter === undefined) return true;
  return context.flows.some(({ authorization }) => authorization?.exchange.url === setter.redirect);
}

/**
 * Chromium does not report the cookies of each redirect. True if the callback has no cookie at all
 * in the capture, and a later request proves that the browser had this one.
 */
function isSentLater(
  { name, value }: SetCookie,
  received: Exchange,
  { context }: PreparedFlow,
): boolean {
  if (readCookies(received).size > 0) return false;
  const { host } = new URL(received.url);
  return context.exchanges.some(
    (each) =>
      each.startedAt >= received.startedAt &&
      URL.parse(each.url)?.host === host &&
      readCookies(each).get(name) === value,
  );
}

/**
 * Returns the cookies of the browser at the start. If the start's own are not in the capture, the
 * request to a provider at another port of the same host has them too.
 */
function readStartCookies(
  start: Exchange,
  received: Exchange,
  { flow }: PreparedFlow,
): ReadonlyMap<string, string> {
  const cookies = readCookies(start);
  const request = flow.authorization?.exchange;
  const isSameHost = URL.parse(request?.url ?? "")?.hostname === new URL(received.url).hostname;
  return cookies.size > 0 || request === undefined || !isSameHost ? cookies : readCookies(request);
}

/**
 * Returns the other server at the same host name that a cookie of this name was sent to or set by:
 * cookies do not differ by port.
 */
function findOtherServer(
  name: string,
  received: Exchange,
  { flow, context }: PreparedFlow,
): string | undefined {
  const { host, hostname } = new URL(received.url);
  const during = context.exchanges.filter(
    ({ startedAt }) => startedAt >= flow.startedAt && startedAt < received.startedAt,
  );
  const isSetByOwn = during.some(
    (each) =>
      URL.parse(each.url)?.host === host && listSetCookies(each).some((set) => set.name === name),
  );
  if (isSetByOwn || isOfOther(name, host, { flow, context })) return undefined;
  const other = during.find((each) => {
    const url = URL.parse(each.url);
    if (url?.hostname !== hostname || url.host === host) return false;
    return readCookies(each).has(name) || listSetCookies(each).some((set) => set.name === name);
  });
  return other === undefined ? undefined : new URL(other.url).host;
}

/** Returns true if another server at the host name had set the cookie before, and this one never did. */
function isOfOther(
  name: string,
  own: string,
  { flow, context }: Pick<PreparedFlow, "flow" | "context">,
): boolean {
  const { hostname } = new URL(`http://${own}`);
  const setters = context.exchanges.filter((each) =>
    listSetCookies(each).some((set) => set.name === name),
  );
  const hosts = setters.map(({ url }) => new URL(url));
  return (
    !hosts.some(({ host }) => host === own) &&
    hosts.some(
      (url, index) =>
        url.hostname === hostname && (setters[index]?.startedAt ?? Infinity) < flow.startedAt,
    )
  );
}

function reportReplaced(name: string, { url }: Exchange, other: string): RuleResult {
  const { host } = new URL(url);
  return {
    outcome: "failed",
    title: "Another server on this host replaced the application's cookie",
    seen: [{ part: "headers", name: "Cookie", value: `${name}, not as at the start of the login` }],
    why: `Cookies do not differ by port, so ${host} and ${other} share ${name}. The cookie at the callback has another value than at the start, and the application does not find its login.`,
    remedy: `Give the session cookie of one server another name, or use two host names, such as 127.0.0.1 and localhost.`,
  };
}

function reportOther({ name }: SetCookie): RuleResult {
  return {
    outcome: "failed",
    title: "The callback came with the cookie of another login",
    seen: [{ part: "headers", name: "Cookie", value: `${name}, not as this login set it` }],
    why: "A later login, most often in another tab, replaced the cookie of this one. The server compares the response with that other login, and refuses it.",
    remedy:
      "Keep the transactions apart: put the state, or a part of it, in the name of the cookie, and remove the cookie after the callback.",
  };
}

function reportLost(cookie: SetCookie, start: Exchange, callback: Exchange): RuleResult {
  const { why, remedy } = explainLoss(cookie, start, callback);
  return {
    outcome: "failed",
    seen: [{ part: "headers", name: "Cookie", value: `without ${cookie.name}` }],
    why: `The server set ${cookie.name} when the login began, and did not get it back. ${why}`,
    remedy,
  };
}

function explainLoss({ attributes }: SetCookie, start: Exchange, received: Exchange) {
  const { url, method, destination, startedAt } = received;
  const [place, callback] = [new URL(start.url), new URL(url)];
  const waited = Math.round((startedAt - start.startedAt) / 1000);
  const life = Number(attributes.get("max-age") || Infinity);
  if (life <= waited) {
    return {
      why: `It lived ${life} s, and the login took ${waited} s.`,
      remedy: "Let the cookie of a login live as long as a user may need for it, such as an hour.",
    };
  }
  const path = attributes.get("path") ?? "/";
  const sameSite = attributes.get("samesite")?.toLowerCase();
  if (place.hostname !== callback.hostname && !attributes.has("domain")) {
    return {
      why: `It belongs to ${place.hostname}, and the callback is at ${callback.hostname}.`,
      remedy: "Start the login at the host of the redirect URI.",
    };
  }
  if (sameSite === "strict") {
    return {
      why: "A SameSite=Strict cookie is not sent when another site, here the provider, leads to the page.",
      remedy: "Set SameSite=Lax; for a form post, SameSite=None and Secure.",
    };
  }
  if (sameSite === "lax" && method === "POST") {
    return {
      why: "The provider's site posts the response, and a SameSite=Lax cookie is not sent with a form that another site posts.",
      remedy: "Set it with SameSite=None; Secure, or use response_mode=query with PKCE.",
    };
  }
  if (destination === "frame" && sameSite !== "none") {
    return {
      why: "The login runs in a frame. In a frame of another site, a browser sends SameSite=None cookies alone, and some browsers none.",
      remedy:
        "Log in at the top level, with a redirect of the whole window or in a popup. Otherwise set SameSite=None; Secure; Partitioned.",
    };
  }
  if (!callback.pathname.startsWith(path)) {
    return {
      why: `Its Path is ${path}, and the callback is ${callback.pathname}.`,
      remedy: "Set Path=/, or a path that the callback is below.",
    };
  }
  return {
    why: "The browser dropped it, or it had expired by then.",
    remedy:
      "Look in Application, Cookies: is it stored after the start? Then compare its lifetime with the time that the login took.",
  };
}
