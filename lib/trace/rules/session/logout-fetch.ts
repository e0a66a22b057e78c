import { readHeader } from "../../exchange.ts";
import type { Flow } from "../../flow.ts";
import type { AuthMessage } from "../../message.ts";
import { statusOf } from "../evidence.ts";
import { findEnd } from "../response/find-start.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A logout is a page of the provider: a script of another origin cannot end the session there. */
export const logoutFetch: Rule = {
  id: "logout-fetch",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "A script called the logout, which must be a page",
  requirement: "OpenID Connect RP-Initiated Logout, section 2; Fetch Standard, section 3.3",
  judge({ flow: { messages, host }, context }) {
    const logouts = messages.filter(({ kind }) => kind === "logout");
    if (logouts.length === 0) return notApplicable;
    const found = logouts.find(isFromScript);
    if (found === undefined) return passed;
    const { startedAt, requestHeaders } = found.exchange;
    // Within one site, a script can send the cookie.
    if (readHeader(requestHeaders, "cookie") !== undefined) return passed;
    const next = context.logouts.slice(findEnd(context.logouts, startedAt));
    if (next.some((each) => each.host === host && isPage(each))) return passed;
    const origin = readHeader(found.exchange.requestHeaders, "origin") ?? "";
    return {
      outcome: "failed",
      seen: [{ message: found, part: "headers", name: "Origin", value: origin }, statusOf(found)],
      why: "The browser sends no session cookie with such a request, and hides the answer from the script. The session at the provider goes on: the next login asks for no password.",
      remedy:
        "Let the page itself go to the URL, as with location.assign, or let the library do so.",
    };
  },
};

/** Some providers end the session of a refresh token by a POST: that is meant for scripts. */
function isFromScript({ exchange }: AuthMessage): boolean {
  const { method, destination, url, requestHeaders } = exchange;
  const origin = readHeader(requestHeaders, "origin");
  if (method !== "GET" || destination !== "fetch" || origin === undefined) return false;
  return origin !== URL.parse(url)?.origin;
}

function isPage({ messages: [first] }: Flow): boolean {
  return first?.exchange.destination === "document";
}
