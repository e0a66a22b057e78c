import { wasLeft } from "../../was-left.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { readGiven } from "../evidence.ts";
import { isLoopback } from "../is-loopback.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { findReceived } from "./find-failed-callback.ts";
import { findEnd } from "./find-start.ts";

/** The maximum number of requests between a redirect and its target. */
const maxBetween = 20;

/** The server used the response, and sent the browser to a page that is not there. */
export const respTargetFailed: Rule = {
  id: "resp-target-failed",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The page after the callback cannot be reached",
  requirement: "RFC 9110, section 15.4",
  yieldsTo: ["loop-redirect", "net-failed", "resp-callback-failed"],
  judge(prepared) {
    const received = findReceived(prepared)?.exchange;
    const { flow, context } = prepared;
    if (received?.redirect === undefined || flow.tokenRequests.length > 0) return notApplicable;
    if (readGiven(prepared, "error") !== undefined) return notApplicable;
    const first = findEnd(context.exchanges, received.startedAt);
    const target = context.exchanges
      .slice(first, first + maxBetween)
      .find(({ url }) => url === received.redirect);
    if (target === undefined) return notSeen("the page after the callback");
    const isGone = target.status === 0 && target.error !== undefined && !wasLeft(target);
    if (!isGone && target.status < 400) return passed;
    if (wasCalledAgain(target, context)) return passed;
    const { origin, pathname, hostname } = new URL(target.url);
    const isInner = isLoopback(hostname) && !isLoopback(new URL(received.url).hostname);
    return {
      outcome: "failed",
      seen: [
        { part: "headers", name: "location of the callback", value: `${origin}${pathname}` },
        {
          part: "status",
          name: "status",
          value: target.status === 0 ? (target.error ?? "no response") : String(target.status),
        },
      ],
      why: isInner
        ? "The callback accepted the response and redirected to the address under which the server knows itself. No browser of another computer reaches it."
        : "The callback accepted the response and redirected to this page, which failed.",
      remedy: isInner
        ? "Tell the application its public address (a setting for its base URL), or let the proxy send X-Forwarded-Host and X-Forwarded-Proto and the application trust them."
        : "Compare the address with the setting for the page after a login, and look at the log of its server.",
    };
  },
};
