import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { errorOf, sent } from "../evidence.ts";
import { findRefusedRequest, readRefusalPage } from "../refusal-page.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { hasClientSecret, isRefused, listRedemptions } from "./read-token-requests.ts";

/** Advice, unless the provider refused the login or the code for it. */
export const authzPkceMissing: Rule = {
  id: "authz-pkce-missing",
  group: "request",
  rank: "advice",
  severity: "warning",
  title: "The login asks for a code without PKCE",
  requirement: "RFC 9700, section 2.1.1; RFC 7636",
  judge(prepared) {
    const { asked, flow } = prepared;
    const { authorization } = flow;
    const types = readParameter(asked, "response_type")?.split(" ") ?? [];
    if (authorization === undefined || !types.includes("code")) return notApplicable;
    if (readParameter(asked, "code_challenge") !== undefined) return passed;
    const isHidden = ["request_uri", "request"].some(
      (name) => readParameter(authorization.request, name) !== undefined,
    );
    if (isHidden) return notSeen("the pushed or signed request");
    const refused = findRefusal(prepared, authorization);
    return {
      outcome: "failed",
      ...(refused === undefined ? {} : { rank: "cause" as const, severity: "error" as const }),
      seen: [
        sent(authorization, "response_type"),
        sent(authorization, "code_challenge"),
        ...(refused === undefined ? [] : errorOf(refused)),
      ],
      why: explain(authorization, refused),
      remedy:
        "Send code_challenge and code_challenge_method=S256 with the login, and the verifier with the token request. Current libraries do so by default.",
    };
  },
};

/** Returns the message whose refusal the missing challenge explains. */
function findRefusal(prepared: PreparedFlow, authorization: AuthMessage): AuthMessage | undefined {
  if (isRequestRefused(prepared, authorization)) return authorization;
  const refused = findRefusedRequest(prepared);
  if (refused !== undefined && readRefusalPage(refused)?.names("code_challenge") === true) {
    return refused;
  }
  return listRedemptions(prepared).find(
    (redemption) =>
      isRefused(redemption) &&
      !hasClientSecret(redemption) &&
      (redemption.error === "invalid_client" ||
        readParameter(redemption.request, "code_verifier") !== undefined),
  );
}

/** RFC 7636, section 4.4.1: a provider that requires a challenge answers with invalid_request. */
function isRequestRefused({ previous }: PreparedFlow, { error, request }: AuthMessage): boolean {
  if (error !== "invalid_request" || readParameter(request, "connection") !== undefined) {
    return false;
  }
  // The provider may miss the state as well, which has a rule of its own.
  if (readParameter(request, "state") === undefined) return false;
  return !previous.some(
    ({ authorization, response }) =>
      readParameter(response?.parameters ?? [], "code") !== undefined &&
      readParameter(authorization?.request ?? [], "code_challenge") === undefined,
  );
}

function explain(authorization: AuthMessage, refused: AuthMessage | undefined): string {
  if (refused === undefined) {
    return "Without a challenge, a stolen code can be redeemed by somebody else.";
  }
  return refused === authorization
    ? "The provider refused the request as invalid, and it has no challenge. Many providers require one of every client without a secret."
    : "A client without a secret may redeem a code only with PKCE. The request had no challenge, so the provider refused the code.";
}
