import { sent, statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { findRefusedRequest, isKnownClient, quotes } from "./refused-page.ts";

/** The provider's page names the client, and not the callback. */
export const authzClientUnknown: Rule = {
  id: "authz-client-unknown",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The provider does not know this client",
  requirement: "RFC 6749, section 4.1.2.1",
  judge(prepared) {
    if (prepared.flow.authorization === undefined) return notApplicable;
    const refused = findRefusedRequest(prepared);
    if (refused === undefined) return passed;
    if (refused.exchange.status === 403) return notApplicable;
    const isAboutClient =
      quotes(refused, "client_id") === true && quotes(refused, "redirect_uri") !== true;
    if (!isAboutClient || isKnownClient(prepared)) return notApplicable;
    return {
      outcome: "failed",
      seen: [sent(refused, "client_id"), statusOf(refused)],
      why: "The provider showed an error page that names the client. Without a known client it has no callback to send an error to.",
      remedy:
        "Compare client_id with the application's settings, and the domain with that of its tenant: a client of one tenant is unknown at another.",
    };
  },
};
