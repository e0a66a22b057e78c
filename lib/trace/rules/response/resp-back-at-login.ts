import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";
import { findReceived } from "./find-failed-callback.ts";
import { findEnd } from "./find-start.ts";

/** The maximum numbers of requests around the login that are looked at. */
const maxNear = 30;

/** The last part of the paths of pages at which a login begins. */
const signIn = /\/(?:log|sign)[-_]?in\/?$/iu;

/** Some servers say nothing of a failure: the user sees the page with the button again. */
export const respBackAtLogin: Rule = {
  id: "resp-back-at-login",
  group: "response",
  rank: "cause",
  severity: "warning",
  title: "The callback led back to the page for signing in",
  requirement: "RFC 6749, section 4.1.3",
  yieldsTo: [
    "cookie-attributes",
    "loop-login",
    "resp-callback-failed",
    "resp-no-session",
    "resp-session-lost",
    "resp-session-unsent",
  ],
  judge(prepared) {
    const received = findReceived(prepared)?.exchange;
    const logout = received === undefined ? undefined : findLogout(received, prepared);
    if (logout !== undefined) return reportLogout(logout);
    if (received?.redirect === undefined || prepared.flow.tokenRequests.length > 0) {
      return notApplicable;
    }
    const target = URL.parse(received.redirect);
    if (target === null || target.origin !== new URL(received.url).origin) return passed;
    if (!signIn.test(target.pathname) || prepared.isUnderWay) return passed;
    const isLast = !hasPage(received, target, prepared);
    if (!isLast) return passed;
    return {
      outcome: "failed",
      seen: [{ part: "headers", name: "location", value: `${target.origin}${target.pathname}` }],
      why: "The provider sent a complete response, and the server there led the browser to its own page for signing in. It did not accept the response, or does not know the user, and does not say so.",
      remedy:
        "Read the server's log of the callback: most often it did not find the login's transaction, could not redeem the code, or has no account for the user.",
    };
  },
};

/** The last part of the paths of pages that end a session. */
const signOut = /\/(?:log|sign)[-_]?(?:out|off)\/?$/iu;

/**
 * Returns the page that ends the session, if the application opened it first after the callback, and
 * the user had come from there.
 */
function findLogout(received: Exchange, { flow, context }: PreparedFlow): URL | undefined {
  const { origin } = new URL(received.url);
  const isSignOut = ({ url, destination }: Exchange): boolean => {
    const place = URL.parse(url);
    return destination === "document" && place?.origin === origin && signOut.test(place.pathname);
  };
  const first = findEnd(context.exchanges, received.startedAt);
  const next = context.exchanges
    .slice(first, first + maxNear)
    .find(({ destination }) => destination === "document");
  if (next === undefined || !isSignOut(next)) return undefined;
  const start = findEnd(context.exchanges, flow.startedAt);
  const isFromThere = context.exchanges.slice(Math.max(0, start - maxNear), start).some(isSignOut);
  return isFromThere ? new URL(next.url) : undefined;
}

function reportLogout({ origin, pathname }: URL): RuleResult {
  return {
    outcome: "failed",
    title: "The login led back to the page that logs out",
    seen: [{ part: "query", name: "page after the callback", value: `${origin}${pathname}` }],
    why: "The user began this login at the page that ends the session. The application returned there after the login, and the new session ended at once.",
    remedy:
      "Do not remember a page for signing in or out as the page to return to; lead to the start page instead.",
  };
}

/** Returns true if another page of the application follows, or the page there loads its data. */
function hasPage(received: Exchange, target: URL, { context }: PreparedFlow): boolean {
  const first = findEnd(context.exchanges, received.startedAt);
  return context.exchanges.slice(first, first + maxNear).some((each) => {
    const url = URL.parse(each.url);
    if (url?.origin !== target.origin || each.status < 200 || each.status >= 400) return false;
    // The page for signing in that redirects knows the user.
    const isSame = url.pathname === target.pathname;
    const isLoaded = each.destination === "fetch" && each.redirect === undefined;
    return (
      isLoaded || (each.destination === "document" && (!isSame || each.redirect !== undefined))
    );
  });
}
