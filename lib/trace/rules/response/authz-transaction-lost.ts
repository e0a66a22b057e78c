import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { goesOn } from "./goes-on.ts";

const fiveMinutes = 5 * 60_000;

/** Login pages belong to one request; a bookmark or the Back button opens them without it. */
export const authzTransactionLost: Rule = {
  id: "authz-transaction-lost",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The login page was opened without its login request",
  requirement: "OpenID Connect Core, section 3.1.2.3",
  yieldsTo: ["authz-federation"],
  judge(prepared) {
    const { flow, context } = prepared;
    const { messages, authorization } = flow;
    const pages = messages.filter(({ kind }) => kind === "login-page");
    if (pages.length === 0) return notApplicable;
    // The provider leads to its own page for errors, and names one.
    if (authorization?.error !== undefined) return passed;
    // A form that was sent can come back with status 400: that is a wrong password.
    const page = pages.find(
      ({ exchange }) =>
        exchange.method === "GET" &&
        exchange.status >= 400 &&
        exchange.status < 500 &&
        exchange.status !== 429,
    );
    if (page === undefined) return passed;
    if (page.exchange.status === 404 && page.fromId === authorization?.exchange.id) {
      return {
        outcome: "failed",
        title: "The provider's login page does not exist",
        seen: [
          statusOf(page),
          {
            message: page,
            part: "query",
            name: "address",
            value: new URL(page.exchange.url).pathname,
          },
        ],
        why: "The authorization request itself redirects to this address, and the server there does not know it.",
        remedy:
          "Compare the address with the provider's setting for its login page, and with the paths that its proxy passes on.",
      };
    }
    const isFollowed = context.flows.some(
      ({ kind, phase, host, startedAt }) =>
        kind === "login" &&
        phase === "complete" &&
        host === flow.host &&
        startedAt > flow.startedAt &&
        startedAt - flow.startedAt < fiveMinutes,
    );
    return {
      outcome: "failed",
      // The user began at the application then.
      ...(isFollowed || (flow.phase === "complete" && goesOn(page.exchange, prepared))
        ? { severity: "warning" as const }
        : {}),
      seen: [statusOf(page)],
      why: "The provider no longer has the request that this page belongs to: it is used, expired, or of another browser.",
      remedy:
        "Start the login at the application. Bookmark the application, not the provider's page, and set a default login URI.",
      causes: [
        {
          cause: "The page was opened from a bookmark, the history or with the Back button.",
          check: "Look at whether an authorization request redirects to this page, once.",
          remedy: "Start at the application.",
        },
        {
          cause: "The page stayed open until its request expired.",
          check: "Compare the times of the page and of the login's start.",
          remedy: "Start the login again.",
        },
        {
          cause: "The browser did not send the provider's cookie.",
          check: "Look at the Cookie header of the page's request.",
          remedy: "Allow cookies of the provider's domain.",
        },
      ],
    };
  },
};
