import type { Finding } from "../finding.ts";
import { checkFacts, type Check, type CheckId } from "./check.ts";
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
  draftIdTokenChecks,
  draftLogoutChecks,
  draftProofChecks,
} from "./draft-own-checks.ts";
import { checkOfTokenFinding } from "../finding-table.ts";
import type { CheckDraft, TokenFacts } from "./token-facts.ts";

/**
 * Lists the checks of one token, each with its outcome and the compared values. The list has only
 * the checks that apply to the kind of the token.
 */
export function listTokenChecks(facts: TokenFacts): Check[] {
  return draftChecks(facts).map((draft) => decideCheck(draft, facts));
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
      return [...signed, ...general];
  }
  return facts.context.use satisfies never;
}

/** Decides the outcome: the worst finding of the check counts, then the reason of an omission. */
function decideCheck(draft: CheckDraft, { findings, verification }: TokenFacts): Check {
  const { id, passed, compared, unchecked, notApplicable, source } = draft;
  const check = { id, ...checkFacts[id], ...(source === undefined ? {} : { source }), compared };
  const own = findings.filter((finding) => belongsTo(finding, id));
  const error = own.find(({ severity }) => severity === "error");
  if (error !== undefined) {
    const { title, remedy } = error;
    return { ...check, outcome: "failed", message: `${title}.`, remedy };
  }
  if (id === "signature" && verification?.kind === "unsigned") {
    return { ...check, outcome: "failed", message: verification.message };
  }
  if (notApplicable !== undefined) {
    return { ...check, outcome: "not-applicable", message: notApplicable };
  }
  const warnings = own.filter(({ severity }) => severity === "warning").map(describeWarning);
  if (unchecked !== undefined) {
    return { ...check, outcome: "not-checked", message: [unchecked, ...warnings].join(" ") };
  }
  return warnings.length > 0
    ? { ...check, outcome: "warning", message: warnings.join(" ") }
    : { ...check, outcome: "passed", message: passed };
}

function belongsTo({ id }: Finding, check: CheckId): boolean {
  return checkOfTokenFinding(id) === check;
}

/** The findings that are warnings only within the leeway. */
const tolerable = ["expired", "not-yet-valid", "issued-in-the-future"];

function describeWarning({ id, title }: Finding): string {
  return tolerable.includes(id) ? `${title}, but within the leeway.` : `${title}.`;
}
