import { readHeader, type Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, notSeen, passed, type RuleResult, type Rule } from "../rule.ts";
import { findFailedCallback } from "./find-failed-callback.ts";

/** A cookie as a response sets it (RFC 6265bis, section 4.1.1). */
interface SetCookie {
  name: string;
  value: string;
  attributes: ReadonlyMap<string, string>;
}

/** A server finds the login that a callback belongs to by the cookie that it set at the start. */
export const respLoginCookie: Rule = {
  id: "resp-login-cookie",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The callback came without the cookie of its login",
  requirement: "RFC 6749, section 10.12; RFC 6265bis, section 5.8",
  yieldsTo: ["cookie-attributes", "resp-formpost-cookie", "resp-fragment-unseen"],
  judge(prepared) {
    const callback = findFailedCallback(prepared);
    if (callback === undefined) return notApplicable;
    if (!prepared.context.hasCookies) return notSeen("the cookies");
    const start = findStart(prepared);
    if (start === undefined) return notSeen("the redirect that began the login");
    const given = readCookies(callback.exchange);
    for (const cookie of listSet(start)) {
      const value = given.get(cookie.name);
      if (value === cookie.value) continue;
      if (value === undefined) return reportLost(cookie, start, callback.exchange);
      if (isOfLogin(cookie.name, value, prepared)) return reportOther(cookie);
    }
    return passed;
  },
};

/** Returns the application's response that redirected the browser to the provider. */
function findStart({ flow, context }: PreparedFlow): Exchange | undefined {
  const url = flow.authorization?.exchange.url;
  return context.exchanges.findLast(
    ({ redirect, startedAt }) => redirect === url && startedAt <= flow.endedAt,
  );
}

function listSet({ responseHeaders }: Exchange): SetCookie[] {
  return responseHeaders
    .filter(({ name }) => name === "set-cookie")
    .flatMap(({ value }) => value.split("\n"))
    .map((text) => {
      const [pair = "", ...attributes] = text.split(";").map((part) => part.trim());
      const [name, value] = splitPair(pair);
      return {
        name,
        value,
        attributes: new Map(
          attributes.map((each) => {
            const [key, setting] = splitPair(each);
            return [key.toLowerCase(), setting.toLowerCase()] as const;
          }),
        ),
      };
    })
    .filter(({ name, value }) => name !== "" && value !== "");
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at === -1 ? [pair, ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function readCookies({ requestHeaders }: Exchange): ReadonlyMap<string, string> {
  const text = readHeader(requestHeaders, "cookie") ?? "";
  return new Map(text.split(";").map((pair) => splitPair(pair.trim())));
}

/**
 * True unless an ordinary response replaced the cookie, as one does that keeps a session alive:
 * then the start of another login did, in this tab or in one that the capture does not show.
 */
function isOfLogin(name: string, value: string, { context }: PreparedFlow): boolean {
  const setter = context.exchanges.find((each) =>
    listSet(each).some((cookie) => cookie.name === name && cookie.value === value),
  );
  if (setter === undefined) return true;
  return context.flows.some(({ authorization }) => authorization?.exchange.url === setter.redirect);
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
  const { why, remedy } = explainLoss(cookie, new URL(start.url), new URL(callback.url));
  return {
    outcome: "failed",
    seen: [{ part: "headers", name: "Cookie", value: `without ${cookie.name}` }],
    why: `The server set ${cookie.name} when the login began, and did not get it back. ${why}`,
    remedy,
  };
}

function explainLoss({ attributes }: SetCookie, start: URL, callback: URL) {
  const path = attributes.get("path") ?? "/";
  if (start.hostname !== callback.hostname && !attributes.has("domain")) {
    return {
      why: `It belongs to ${start.hostname}, and the callback is at ${callback.hostname}.`,
      remedy: "Start the login at the host of the redirect URI.",
    };
  }
  if (attributes.get("samesite") === "strict") {
    return {
      why: "A SameSite=Strict cookie is not sent when another site, here the provider, leads to the page.",
      remedy: "Set SameSite=Lax; for a form post, SameSite=None and Secure.",
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
