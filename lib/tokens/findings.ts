import type { DecodedToken } from "./decode-token.ts";
import { findHeaderFindings } from "./find-header-findings.ts";
import { findIdentityFindings } from "./find-identity-findings.ts";
import { rankCause } from "./finding-table.ts";
import { findTimeFindings } from "./find-time-findings.ts";
import { findAccessTokenFindings } from "./kinds/find-access-token-findings.ts";
import { findDpopFindings } from "./kinds/find-dpop-findings.ts";
import { findLogoutFindings } from "./kinds/find-logout-findings.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";

/** Applies the rules that only one kind of token has. */
function findKindFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  switch (context.use) {
    case "access_token":
      return findAccessTokenFindings(token);
    case "logout_token":
      return findLogoutFindings(token);
    case "dpop_proof":
      return findDpopFindings(token, context);
    case "id_token":
    case "unknown":
      return [];
  }
  return context.use satisfies never;
}

const order: Record<Finding["severity"], number> = { error: 0, warning: 1, note: 2 };

/**
 * Lists the problems of a token that can be found without keys, root cause first. An empty list
 * does not make a token valid: `verifySignature` checks the signature.
 */
export function findFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  return sortFindings([
    ...findHeaderFindings(token, context),
    ...findTimeFindings(token, context),
    ...findIdentityFindings(token, context),
    ...findKindFindings(token, context),
    ...findDuplicateMembers(token),
  ]);
}

/** Sorts by severity, then root cause first. Findings without a rank keep their order. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (one, other) =>
      order[one.severity] - order[other.severity] || rankCause(one.id) - rankCause(other.id),
  );
}

/** Removes findings that follow from others: another tenant's key is always unknown. */
export function dropConsequences(findings: readonly Finding[]): Finding[] {
  const isForeign = findings.some(({ id }) => id === "issuer-different");
  return findings.filter(({ id }) => !(isForeign && id === "key-unknown"));
}

function findDuplicateMembers({ duplicateMembers }: DecodedToken): Finding[] {
  const names = [...duplicateMembers.header, ...duplicateMembers.payload];
  if (names.length === 0) return [];
  return [
    {
      id: "duplicate-members",
      severity: "warning",
      title: "A name occurs more than once",
      seen: `repeated: ${showValue(names)}`,
      why: "Parsers disagree about the value that counts, so different checks may use different values. The last value is shown here.",
      remedy: "Configure the issuer to write each name once. Do not trust this token.",
      source: "RFC 7519, section 4",
    },
  ];
}
