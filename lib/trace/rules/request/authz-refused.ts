import { findRefusedRequest, isForbidden, readRefusalPage } from "../refusal-page.ts";
import { seeAsked, statusOf } from "../evidence.ts";
import type { AuthMessage } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";

/** A refusal that names neither the client nor the redirect URI. */
export const authzRefused: Rule = {
  id: "authz-refused",
  group: "request",
  rank: "cause",
  severity: "error",
  title: "The provider refused the authorization request",
  requirement: "RFC 6749, section 4.1.2.1",
  yieldsTo: [
    "authz-redirect-mismatch",
    "authz-client-unknown",
    "authz-endpoint-wrong",
    "authz-federation",
    "authz-pkce-missing",
    "net-too-large",
  ],
  judge(prepared) {
    if (prepared.flow.authorization === undefined) return notApplicable;
    const failed = findFailedRequest(prepared);
    if (failed !== undefined) return tellFailure(failed);
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

/**
 * Returns the request that a server failed at, or that something before the provider forbids. In a
 * frame or for a script, 403 is the refusal of the page's origin.
 */
function findFailedRequest({ flow }: PreparedFlow): AuthMessage | undefined {
  const { authorization, response, messages } = flow;
  if (authorization === undefined || response !== undefined) return undefined;
  const { exchange } = authorization;
  const isStopped = isForbidden(exchange) && exchange.destination === "document";
  if (exchange.status >= 500 || isStopped) return authorization;
  // A page that works when it is asked for again has no fault.
  const last = messages.findLast(({ kind }) => kind === "login-page");
  return last !== undefined && last.exchange.status >= 500 ? last : undefined;
}

function tellFailure(failed: AuthMessage): RuleResult {
  const isStopped = failed.exchange.status < 500;
  return {
    outcome: "failed",
    title: isStopped
      ? "The login page is forbidden"
      : `The provider failed at the login ${failed.kind === "login-page" ? "page" : "request"}`,
    seen: [statusOf(failed)],
    why: isStopped
      ? "A provider refuses a wrong request with another status. A firewall, a rule for networks or countries, a password for the whole host, or the provider's own bot detection answered."
      : "The provider, or a proxy before it, answered with an error of its own.",
    remedy: isStopped
      ? "Read the page in the Response tab of this request, and ask who runs what is before the provider."
      : "Try again later, and look at the provider's log and status.",
  };
}
