import type { AuthMessage } from "../../message.ts";
import { readMember } from "../../../encoding/json.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { isPseudonym } from "../../../redaction/known-secrets.ts";
import { errorOf, sent, statusOf } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule, type RuleResult } from "../rule.ts";
import { isRefused, listRedemptions } from "./read-token-requests.ts";

/** The code's request and its redemption, for comparisons. */
interface Redemption {
  authorization: AuthMessage;
  redemption: AuthMessage;
  prepared: PreparedFlow;
}

/** Judges the first redemption for which a comparison fails. */
function compare(
  prepared: PreparedFlow,
  judge: (redemption: Redemption) => RuleResult,
): RuleResult {
  const redemptions = listRedemptions(prepared);
  const { authorization } = prepared.flow;
  if (redemptions.length === 0) return notApplicable;
  if (authorization === undefined) return notSeen("the authorization request of the code");
  const results = redemptions.map((redemption) => judge({ authorization, redemption, prepared }));
  return results.find(({ outcome }) => outcome === "failed") ?? results[0] ?? notApplicable;
}

const base = {
  group: "token-endpoint",
  rank: "cause",
  severity: "error",
} as const;

export const tokenVerifierMismatch: Rule = {
  ...base,
  id: "token-verifier-mismatch",
  stopsLogin: true,
  title: "The code verifier does not belong to the challenge",
  requirement: "RFC 7636, section 4.6",
  judge: (prepared) =>
    compare(prepared, ({ authorization, redemption }) => {
      const challenge = readParameter(prepared.asked, "code_challenge");
      const verifier = readParameter(redemption.request, "code_verifier");
      if (challenge === undefined || verifier === undefined) return notApplicable;
      const isPlain = readParameter(prepared.asked, "code_challenge_method") !== "S256";
      const computed = isPlain ? verifier : prepared.challenges.get(verifier);
      if (computed === undefined) return notSeen("the code verifier itself");
      if (computed === challenge) return passed;
      return {
        outcome: "failed",
        seen: [
          sent(authorization, "code_challenge"),
          sent(redemption, "code_verifier"),
          { part: "form", name: "challenge of this verifier", value: computed, isSecret: true },
          statusOf(redemption),
        ],
        why: "The provider computes the challenge of the verifier and compares it. The page sent the verifier of another login, or a changed one.",
        remedy:
          "Store the verifier with the state of its login, and read it by that state. Two logins at once must not share one place.",
      };
    }),
};

export const tokenVerifierMissing: Rule = {
  ...base,
  id: "token-verifier-missing",
  title: "The code verifier is missing",
  requirement: "RFC 7636, section 4.5",
  judge: (prepared) =>
    compare(prepared, ({ authorization, redemption }) => {
      if (readParameter(prepared.asked, "code_challenge") === undefined) return notApplicable;
      if (readParameter(redemption.request, "code_verifier") !== undefined) return passed;
      if (!isRefused(redemption) && !isAtProvider(redemption, prepared)) {
        return notSeen("the token request of the application's own server");
      }
      return {
        outcome: "failed",
        title: isRefused(redemption)
          ? "The code verifier is missing"
          : "The provider redeemed a code without its verifier",
        seen: [
          sent(authorization, "code_challenge"),
          sent(redemption, "code_verifier"),
          statusOf(redemption),
        ],
        why: isRefused(redemption)
          ? "The login began with a challenge, so its code can only be redeemed with the verifier."
          : "The login began with a challenge, and the provider did not enforce it: a stolen code could be used.",
        remedy: isRefused(redemption)
          ? "Send code_verifier with the token request. It must survive the redirect, for example in sessionStorage."
          : "Turn on the enforcement of PKCE at the provider.",
      };
    }),
};

/** False for a server of the application, which can add what it keeps before it asks the provider. */
function isAtProvider({ exchange }: AuthMessage, { flow, discovery }: PreparedFlow): boolean {
  const { host, origin, pathname } = new URL(exchange.url);
  const announced = readMember(discovery?.document ?? {}, "token_endpoint");
  return host === flow.host || announced === `${origin}${pathname}`;
}

export const tokenVerifierShape: Rule = {
  ...base,
  id: "token-verifier-shape",
  title: "The code verifier has a wrong length or character",
  requirement: "RFC 7636, section 4.1",
  yieldsTo: ["token-verifier-mismatch"],
  judge: (prepared) =>
    compare(prepared, ({ redemption }) => {
      const verifier = readParameter(redemption.request, "code_verifier");
      if (verifier === undefined || isPseudonym(verifier)) return notApplicable;
      if (!isRefused(redemption) || /^[\w.~-]{43,128}$/u.test(verifier)) return passed;
      return {
        outcome: "failed",
        seen: [
          {
            message: redemption,
            part: "form",
            name: "length of code_verifier",
            value: String(verifier.length),
          },
          ...errorOf(redemption),
        ],
        why: "A verifier has 43 to 128 characters: letters, digits, hyphen, dot, underscore and tilde. Providers refuse others, even if the challenge fits.",
        remedy: "Encode 32 random bytes as base64url without padding: that is 43 characters.",
      };
    }),
};

export const tokenRedirectDiffers: Rule = {
  ...base,
  id: "token-redirect-differs",
  title: "The token request has another redirect_uri than the login",
  requirement: "RFC 6749, section 4.1.3",
  judge: (prepared) =>
    compare(prepared, ({ authorization, redemption }) => {
      const asked = readParameter(prepared.asked, "redirect_uri");
      const told = readParameter(redemption.request, "redirect_uri");
      if (asked === undefined || !isRefused(redemption)) return notApplicable;
      if (asked === told) return passed;
      const isMissing = told === undefined;
      // Only these codes can mean a missing parameter.
      const isMeant =
        redemption.error === "invalid_grant" || redemption.error === "invalid_request";
      if (isMissing && !isMeant) return notApplicable;
      return {
        outcome: "failed",
        ...(isMissing ? { title: "The token request lacks the redirect_uri of the login" } : {}),
        seen: [
          sent(authorization, "redirect_uri"),
          sent(redemption, "redirect_uri"),
          statusOf(redemption),
        ],
        why: "Both values must be identical, character by character.",
        remedy: "Use one constant for both requests.",
        copy: asked,
      };
    }),
};

export const tokenClientDiffers: Rule = {
  ...base,
  id: "token-client-differs",
  stopsLogin: true,
  title: "The token request is of another client than the login",
  requirement: "RFC 6749, section 4.1.3",
  judge: (prepared) =>
    compare(prepared, ({ authorization, redemption }) => {
      const asked = readParameter(prepared.asked, "client_id");
      const told = readParameter(redemption.request, "client_id");
      if (asked === undefined || told === undefined) return notApplicable;
      if (asked === told) return passed;
      return {
        outcome: "failed",
        seen: [
          sent(authorization, "client_id"),
          sent(redemption, "client_id"),
          statusOf(redemption),
        ],
        why: "A code is only valid for the client that asked for it.",
        remedy: "Use one configuration for both requests.",
      };
    }),
};

/** Providers let a code live for at most ten minutes, some for one. */
const lateMs = 60_000;

export const tokenCodeLate: Rule = {
  ...base,
  id: "token-code-late",
  title: "The code was redeemed too late",
  requirement: "RFC 6749, section 4.1.2",
  judge: (prepared) =>
    compare(prepared, ({ redemption }) => {
      const { response } = prepared.flow;
      if (response === undefined) return notSeen("the authorization response");
      const waited = redemption.exchange.startedAt - response.at;
      if (!isRefused(redemption) || redemption.error !== "invalid_grant") return notApplicable;
      if (waited < lateMs) return passed;
      return {
        outcome: "failed",
        seen: [
          {
            message: redemption,
            part: "clock",
            name: "time after the response",
            value: `${Math.round(waited / 1000)} s`,
          },
          statusOf(redemption),
        ],
        why: "A code lives for ten minutes at most, and often for less. The provider refused it.",
        remedy: "Redeem the code at once, when the callback loads.",
      };
    }),
};
