import { listSetCookies, readCookies, type SetCookie } from "../../cookies.ts";
import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { findReceived } from "./find-failed-callback.ts";
import { findEnd } from "./find-start.ts";

/** The maximum number of requests between a redirect and its target. */
const maxBetween = 20;

/** A login that works only after the page is loaded again. */
export const respSessionLost: Rule = {
  id: "resp-session-lost",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The page after the callback came without the session cookie",
  requirement: "RFC 6265bis, sections 5.2 and 5.8",
  yieldsTo: ["cookie-attributes"],
  judge(prepared) {
    const received = findReceived(prepared)?.exchange;
    const { flow, context } = prepared;
    if (received?.redirect === undefined || flow.tokenRequests.length > 0) return notApplicable;
    if (!context.hasCookies) return notSeen("the cookies");
    const target = findTarget(received, prepared);
    // Chromium reports the cookies of a page, and those of some redirects.
    if (target === undefined) return notSeen("the page after the callback");
    const path = new URL(target.url).pathname;
    const cookies = listSetCookies(received).filter(({ attributes }) =>
      path.startsWith(attributes.get("path") ?? "/"),
    );
    const sent = readCookies(target);
    if (cookies.length === 0 || cookies.some(({ name }) => sent.has(name))) return passed;
    const [cookie] = cookies;
    if (cookie === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        { part: "headers", name: "Set-Cookie of the callback", value: describe(cookie) },
        { part: "headers", name: "Cookie of the next page", value: `without ${cookie.name}` },
      ],
      ...explain(cookie),
    };
  },
};

/** Returns the page that the callback's redirect led to, at the same host. */
function findTarget({ redirect, url, startedAt }: Exchange, { context }: PreparedFlow) {
  if (redirect === undefined || URL.parse(redirect)?.host !== new URL(url).host) return undefined;
  const first = findEnd(context.exchanges, startedAt);
  return context.exchanges
    .slice(first, first + maxBetween)
    .find((each) => each.url === redirect && areCookiesSeen(each));
}

/** Chromium reports either all cookies of a request or none; and none to a service worker. */
function areCookiesSeen(each: Exchange): boolean {
  if (each.isFromCache === true) return false;
  return (each.status >= 200 && each.status < 300) || readCookies(each).size > 0;
}

function describe({ name, attributes }: SetCookie): string {
  const list = [...attributes].map(([key, value]) => (value === "" ? key : `${key}=${value}`));
  return [`${name}=…`, ...list].join("; ");
}

function explain({ name, attributes }: SetCookie) {
  if (attributes.get("samesite")?.toLowerCase() === "strict") {
    return {
      why: `The provider's site led the browser to the callback, so the redirect to the next page counts as cross-site too, and ${name} is SameSite=Strict.`,
      remedy:
        "Set the session cookie with SameSite=Lax, or answer the callback with a page that goes on by itself, so that the next request is of your own site.",
      copy: "SameSite=Lax",
    };
  }
  return {
    why: `The callback set ${name}, and the browser did not send it with the next page: the browser refused the cookie, or it does not apply there.`,
    remedy:
      "Look in Application, Cookies, and at the warning beside the cookie in the Network panel: Secure needs https, Domain must be this host or its parent.",
  };
}
