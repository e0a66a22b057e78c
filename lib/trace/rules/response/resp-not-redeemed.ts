import { authzRedirectOrigin } from "../request/authz-redirect-origin.ts";
import { isUnredeemed } from "./is-unredeemed.ts";
import { seeGiven } from "../evidence.ts";
import { respFormpostCookie } from "./resp-formpost-cookie.ts";
import { respModeMismatch } from "./resp-mode-mismatch.ts";
import { respNoTransaction } from "./resp-no-transaction.ts";
import { respParamStripped } from "./resp-param-stripped.ts";
import { respIssDifferent, respIssMissing } from "./resp-issuer.ts";
import { respStateMismatch, respStateMissing } from "./state.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

const explanations: readonly Rule[] = [
  authzRedirectOrigin,
  respFormpostCookie,
  respIssDifferent,
  respIssMissing,
  respModeMismatch,
  respNoTransaction,
  respParamStripped,
  respStateMismatch,
  respStateMissing,
];

/** The commonest "invalid state": the response is right, and the page has lost its transaction. */
export const respNotRedeemed: Rule = {
  id: "resp-not-redeemed",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The code arrived, and the page did not redeem it",
  requirement: "RFC 6749, section 4.1.3",
  judge(prepared) {
    if (prepared.flow.response === undefined || prepared.flow.authorization === undefined) {
      return notApplicable;
    }
    if (!isUnredeemed(prepared)) return passed;
    if (explanations.some((rule) => rule.judge(prepared).outcome === "failed")) return passed;
    return {
      outcome: "failed",
      seen: [seeGiven(prepared, "code"), seeGiven(prepared, "state")],
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
          cause: "The callback page does not call the library, or a script of it failed.",
          check: "Look for errors in the console.",
          remedy: "Call parseHash() or the library's callback handler in this page.",
        },
        {
          cause: "The application's server redeemed the code, which the browser does not see.",
          check: "Look at whether the user is logged in.",
          remedy: "Nothing is wrong then.",
        },
      ],
    };
  },
};
