import { listSetCookies, readCookies, type SetCookie } from "../../cookies.ts";
import { readHeader, type Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { nameSite } from "../name-site.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { findReceived } from "./find-failed-callback.ts";
import { findEnd } from "./find-start.ts";

/** The maximum number of requests after the callback that are looked at. */
const maxAfter = 100;

/** A server keeps the login in a cookie, and the page's calls do not bring it. */
export const respSessionUnsent: Rule = {
  id: "resp-session-unsent",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The page's calls come without the session cookie",
  requirement: "Fetch Standard, section 2.2.5 (credentials mode); RFC 6265bis, section 5.8",
  yieldsTo: ["cookie-attributes", "resp-callback-failed", "resp-session-lost"],
  judge(prepared) {
    const received = findReceived(prepared)?.exchange;
    const { flow, context } = prepared;
    if (received === undefined || flow.tokenRequests.length > 0) return notApplicable;
    const cookies = listSetCookies(received);
    if (cookies.length === 0) return notApplicable;
    if (!context.hasCookies) return notSeen("the cookies");
    const calls = listCalls(received, prepared);
    const refused = calls.find((each) => each.status === 401 && !wasCalledAgain(each, context));
    if (refused === undefined) return passed;
    const isSent = (each: Exchange) => cookies.some(({ name }) => readCookies(each).has(name));
    const [cookie] = cookies;
    if (cookie === undefined || calls.some((each) => each.status < 300 && isSent(each))) {
      return passed;
    }
    const place = new URL(refused.url);
    const status = { part: "status" as const, name: "status", value: `401 of ${place.host}` };
    if (isSent(refused)) {
      return {
        outcome: "failed",
        severity: "warning",
        title: "The server does not know its own session",
        seen: [status, { part: "headers", name: "Cookie", value: `${cookie.name}, as it was set` }],
        why: `The callback set ${cookie.name}, the page sent it back, and the server refused the call nevertheless.`,
        remedy:
          "Let all instances share the session store and the secret of the cookie. Compare the roles of the user with those that the call needs.",
      };
    }
    return {
      outcome: "failed",
      seen: [status, { part: "headers", name: "Cookie", value: `without ${cookie.name}` }],
      ...explain(cookie, new URL(received.url), refused),
    };
  },
};

/** Lists the calls of scripts to the same site after the callback and before the next login. */
function listCalls({ url, startedAt }: Exchange, { context, next }: PreparedFlow): Exchange[] {
  const site = nameSite(new URL(url).hostname);
  const first = findEnd(context.exchanges, startedAt);
  return context.exchanges.slice(first, first + maxAfter).filter((each) => {
    if (each.destination !== "fetch" || each.status === 0) return false;
    if (next !== undefined && each.startedAt > next.startedAt) return false;
    if (readHeader(each.requestHeaders, "authorization") !== undefined) return false;
    return nameSite(URL.parse(each.url)?.hostname ?? "") === site;
  });
}

function explain({ name, attributes }: SetCookie, callback: URL, call: Exchange) {
  const place = new URL(call.url);
  if (place.hostname !== callback.hostname && !attributes.has("domain")) {
    return {
      why: `${callback.hostname} set ${name} for itself alone, and the call goes to ${place.hostname}.`,
      remedy: `Use one host for the callback and the calls, or set the cookie with the Domain that both share.`,
    };
  }
  const site = readHeader(call.requestHeaders, "sec-fetch-site");
  if (site === "cross-site") {
    return {
      why: `The page is of another site than ${place.host}. A browser sends ${name} with its calls only if the cookie has SameSite=None and third-party cookies are allowed.`,
      remedy:
        "Serve the page and the server under one site, best under one origin by a proxy. Otherwise set SameSite=None; Secure, and call with credentials.",
      copy: 'credentials: "include"',
    };
  }
  if (site === "same-site") {
    return {
      why: `The page has another origin than ${place.host}, and a script sends cookies there only if it asks for it.`,
      remedy:
        "Call with credentials, and answer with Access-Control-Allow-Credentials: true and exactly this origin.",
      copy: 'credentials: "include"',
    };
  }
  return {
    why: `The callback set ${name}, and the browser did not send it: it refused the cookie, its Path is another one, or the call says credentials: "omit".`,
    remedy:
      "Look in Application, Cookies: is it stored? Compare its Path, Domain and Secure with the address of the call.",
  };
}
