import { readParameter } from "../../parameters.ts";
import { sent, statusOf } from "../evidence.ts";
import { findRefusedRequest, isKnownClient, readRefusalPage } from "../refusal-page.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** The provider's page is about the client, and not about the callback. */
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
    const page = readRefusalPage(refused);
    const isRepeated = (name: string) => page?.repeats(readParameter(refused.request, name));
    const isNamed = isRepeated("client_id") === true || page?.code === "invalid_client";
    const isAboutClient = isNamed && isRepeated("redirect_uri") !== true;
    if (!isAboutClient || isKnownClient(prepared)) return notApplicable;
    return {
      outcome: "failed",
      seen: [sent(refused, "client_id"), statusOf(refused)],
      why: "The provider showed an error page about the client. Without a known client it has no callback to send an error to.",
      remedy:
        "Compare client_id with the application's settings, and the domain with that of its tenant: a client of one tenant is unknown at another.",
    };
  },
};
