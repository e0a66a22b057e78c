import { nameCall } from "../../capture-context.ts";
import { listSetCookies, readCookies } from "../../cookies.ts";
import { readHeader, type Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { seeGiven } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { findReceived } from "./find-failed-callback.ts";
import { findEnd, findStart } from "./find-start.ts";

/** The maximum numbers of requests before the login and after its callback that are looked at. */
const maxBefore = 50;
const maxAfter = 50;

/**
 * A server without any cookie cannot compare the response with its login, and cannot know the user
 * afterwards.
 */
export const respNoSession: Rule = {
  id: "resp-no-session",
  group: "response",
  rank: "cause",
  severity: "warning",
  title: "The server set no cookie for the login",
  requirement: "RFC 6749, section 10.12",
  yieldsTo: ["resp-callback-failed", "resp-param-stripped", "loop-login"],
  judge(prepared) {
    const { flow, context } = prepared;
    const received = findReceived(prepared);
    const isForServer =
      received?.responseMode === "query" || received?.responseMode === "form_post";
    const isOpen = flow.tokenRequests.length === 0 && !prepared.isUnderWay && !prepared.isOwnRun;
    if (received === undefined || !isForServer || !isOpen) return notApplicable;
    const { redirect, status } = received.exchange;
    const isRedirect = status >= 300 && status < 400 && redirect !== undefined;
    // A server can give its own token to a page in the URL.
    if (!isRedirect || /[?#]./u.test(redirect)) return notApplicable;
    if (flow.messages.some(({ kind }) => kind === "handover")) return notApplicable;
    if (!context.hasCookies) return notSeen("the cookies");
    const start = findStart(prepared);
    if (start?.redirect === undefined) return notSeen("the redirect that began the login");
    const later = listLater(received.exchange, prepared);
    // Chromium does not report the cookies of each redirect, but those of a page.
    if (!later.some(({ status: end }) => end >= 200 && end < 300)) {
      return notSeen("a page of the application after the callback");
    }
    const all = [start, received.exchange, ...later];
    if (all.some(hasSession)) return passed;
    const change = findChange(start, later, prepared);
    // A tool on the user's own computer can keep its one user in memory.
    if (change === "changed") return passed;
    return {
      outcome: "failed",
      ...(change === "same" ? { severity: "error" as const } : {}),
      seen: [
        { part: "headers", name: "Set-Cookie at the start", value: "absent" },
        { message: received, part: "headers", name: "Cookie at the callback", value: "absent" },
        seeGiven(prepared, "state"),
      ],
      why: "No response of the server set a cookie, from the start of the login to the page after it. The callback has no stored state to compare, and the server does not know the user afterwards.",
      remedy:
        "Look at the session middleware: it must run before the login routes. Behind a proxy that ends TLS, a session with `secure` needs the setting that trusts the proxy (X-Forwarded-Proto), or no cookie is set at all.",
    };
  },
};

function listLater({ url, startedAt }: Exchange, { context }: PreparedFlow): Exchange[] {
  const { host } = new URL(url);
  const first = findEnd(context.exchanges, startedAt);
  return context.exchanges
    .slice(first, first + maxAfter)
    .filter((each) => URL.parse(each.url)?.host === host);
}

/**
 * Compares what the application answered before the login and after it, for the same requests.
 *
 * @returns "unknown" if no request was sent twice, or a body was not seen
 */
function findChange(
  start: Exchange,
  later: readonly Exchange[],
  { context }: PreparedFlow,
): "changed" | "same" | "unknown" {
  const end = findEnd(context.exchanges, start.startedAt);
  const before = new Map(
    context.exchanges
      .slice(Math.max(0, end - maxBefore), end)
      .map((each) => [nameCall(each), readBody(each)]),
  );
  const changes = later.flatMap((each) => {
    const [first, second] = [before.get(nameCall(each)), readBody(each)];
    return first === undefined || second === undefined ? [] : [first !== second];
  });
  if (changes.includes(true)) return "changed";
  return changes.length === 0 ? "unknown" : "same";
}

function readBody({ responseBody }: Exchange): string | undefined {
  return responseBody.state === "text" ? responseBody.text : undefined;
}

function hasSession(exchange: Exchange): boolean {
  return (
    readCookies(exchange).size > 0 ||
    readHeader(exchange.requestHeaders, "authorization") !== undefined ||
    listSetCookies(exchange).length > 0
  );
}
