import { findRedemption } from "./find-redemption.ts";
import { seeGiven } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The commonest "invalid state": the response is right, and the page has lost its transaction. */
export const respNotRedeemed: Rule = {
  id: "resp-not-redeemed",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The code arrived, and the page did not redeem it",
  requirement: "RFC 6749, section 4.1.3",
  yieldsTo: [
    "authz-redirect-fragment",
    "authz-redirect-origin",
    "authz-redirect-response",
    "ctx-form-action",
    "ctx-policy",
    "renew-callback-framed",
    "resp-callback-failed",
    "resp-callback-page",
    "resp-formpost-cookie",
    "resp-iss-different",
    "resp-iss-missing",
    "resp-mode-mismatch",
    "resp-no-transaction",
    "resp-param-stripped",
    "resp-state-mismatch",
    "resp-state-missing",
  ],
  judge(prepared) {
    if (prepared.flow.response === undefined || prepared.flow.authorization === undefined) {
      return notApplicable;
    }
    const redemption = findRedemption(prepared);
    if (redemption === "redeemed") return passed;
    const seen = [seeGiven(prepared, "code"), seeGiven(prepared, "state")];
    if (redemption === "unknown") {
      return {
        outcome: "needs-person",
        question:
          "Is the user logged in? Then the application's server redeemed the code, which the browser does not show. Otherwise nothing redeemed it.",
        seen,
      };
    }
    return {
      outcome: "failed",
      seen,
      why: "The response is complete and has the state of the request. No token request follows it.",
      remedy:
        "Look at the console of the callback page. Most often the page reports an invalid or missing state.",
      causes: [
        {
          cause: "The page has lost its transaction.",
          check:
            "Look in Application, Storage: the library keeps the state in sessionStorage, localStorage or a cookie. Another tab, another origin or a cleaned storage loses it.",
          remedy: "Start and finish the login in the same tab and at the same origin.",
        },
        {
          cause: "The router changed the URL before the library read it.",
          check: "Look for a redirect to another route in the callback page.",
          remedy:
            "Handle the response before the router starts, or give the callback its own route.",
        },
        {
          cause: "The page's Content-Security-Policy forbids the token request.",
          check:
            "Look for “Refused to connect” in the console: such a request is not in the Network panel. The policy can be in a meta element of the page.",
          remedy: "Add the provider's origin to connect-src.",
        },
        {
          cause: "The callback page does not call the library, or a script of it failed.",
          check: "Look for errors in the console.",
          remedy: "Call parseHash() or the library's callback handler in this page.",
        },
      ],
    };
  },
};
