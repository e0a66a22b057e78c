import type { Check } from "./check.ts";
import { decideCheck } from "./decide-check.ts";
import {
  draftAudienceCheck,
  draftHeaderChecks,
  draftIssuerCheck,
  draftNonceCheck,
  draftSignatureCheck,
  draftTimesCheck,
} from "./draft-general-checks.ts";
import {
  draftAccessTokenChecks,
  draftClaimsCheck,
  draftIdTokenChecks,
  draftLogoutChecks,
  draftProofChecks,
} from "./draft-own-checks.ts";
import type { CheckDraft, TokenFacts } from "./token-facts.ts";

/**
 * Lists the checks of one token, each with its outcome and the compared values. The list has only
 * the checks that apply to the kind of the token.
 */
export function listTokenChecks(facts: TokenFacts): Check[] {
  return draftChecks(facts).map((draft) => decideCheck(draft, facts.findings));
}

function draftChecks(facts: TokenFacts): CheckDraft[] {
  const signed = [...draftHeaderChecks(facts), draftSignatureCheck(facts)];
  const general = [draftIssuerCheck(facts), draftAudienceCheck(facts), draftTimesCheck(facts)];
  switch (facts.context.use) {
    case "id_token":
      return [...signed, ...general, draftNonceCheck(facts), ...draftIdTokenChecks(facts)];
    case "access_token":
      return [...signed, ...general, ...draftAccessTokenChecks(facts)];
    case "logout_token":
      return [...signed, ...general, ...draftLogoutChecks(facts)];
    case "dpop_proof":
      return [...signed, draftTimesCheck(facts), ...draftProofChecks(facts)];
    case "unknown":
      return [...signed, ...general, ...draftClaimsCheck(facts)];
  }
  return facts.context.use satisfies never;
}
