import { findRefusedRequest, readRefusalPage } from "../refusal-page.ts";
import { seeAsked, statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A refusal that names neither the client nor the redirect URI. */
export const authzRefused: Rule = {
  id: "authz-refused",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The provider refused the authorization request",
  requirement: "RFC 6749, section 4.1.2.1",
  yieldsTo: ["authz-redirect-mismatch", "authz-client-unknown"],
  judge(prepared) {
    if (prepared.flow.authorization === undefined) return notApplicable;
    const refused = findRefusedRequest(prepared);
    if (refused === undefined) return passed;
    const code = readRefusalPage(refused)?.code;
    return {
      outcome: "failed",
      seen: [statusOf(refused), seeAsked(prepared, "response_type")],
      why:
        code === undefined
          ? "The provider showed a page of its own instead of a login or a redirect."
          : `The provider showed a page with the code ${code} instead of a login or a redirect.`,
      remedy: "Read the page in the Response tab of this request, then correct the request.",
      causes: [
        {
          cause: "The request lacks a parameter, or has one that the provider does not accept.",
          check: "Compare the parameters with a login of the same application that works.",
          remedy: "Send the parameters that the provider's page asks for.",
        },
        {
          cause: "The client may not use this response type.",
          check: "Look at the grant types of the application.",
          remedy: "Enable the Authorization Code grant of the application.",
        },
      ],
    };
  },
};
