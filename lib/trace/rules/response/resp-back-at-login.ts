import type { Exchange } from "../../exchange.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
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
