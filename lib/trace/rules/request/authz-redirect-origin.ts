import { isUnredeemed } from "../response/find-redemption.ts";
import { readAsked, seeAsked } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** The transaction is in the storage of the origin that started the login. */
export const authzRedirectOrigin: Rule = {
  id: "authz-redirect-origin",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The login returns to another origin than it started from",
  requirement: "HTML Standard, section 12.2 (storage belongs to an origin)",
  judge(prepared) {
    const { pageOrigin, response } = prepared.flow;
    const target = URL.parse(readAsked(prepared, "redirect_uri") ?? "");
    if (target === null) return notApplicable;
    if (pageOrigin === undefined) return notSeen("the page that started the login");
    if (target.origin === pageOrigin || response === undefined) return passed;
    if (!isUnredeemed(prepared)) return passed;
    return {
      outcome: "failed",
      seen: [
        { part: "headers", name: "origin of the page", value: pageOrigin },
        seeAsked(prepared, "redirect_uri"),
      ],
      why: "The page keeps state and verifier in its own storage. The callback has another origin, and cannot read them.",
      remedy: `Open the application at ${target.origin}, or send a redirect URI of ${pageOrigin} and add it to the Allowed Callback URLs.`,
      copy: `${pageOrigin}${target.pathname}`,
    };
  },
};
