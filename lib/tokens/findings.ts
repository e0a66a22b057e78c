import type { DecodedToken } from "./decode-token.ts";
import { findHeaderFindings } from "./find-header-findings.ts";
import { findIdentityFindings } from "./find-identity-findings.ts";
import { findTimeFindings } from "./find-time-findings.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";

const ORDER: Record<Finding["severity"], number> = { error: 0, warning: 1, note: 2 };

/**
 * Everything that can be said about a token without its keys, gravest first. An empty list is no proof that the token is
 * good: see `verifySignature` for that.
 */
export function findFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  return sortFindings([
    ...findHeaderFindings(token, context),
    ...findTimeFindings(token, context),
    ...findIdentityFindings(token, context),
    ...findDuplicateMembers(token),
  ]);
}

/** Gravest first; findings of one severity keep their order. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
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
      why: "Readers disagree on which of the values counts, so one check may look at another value than the next. The last is shown here.",
      remedy: "Have the issuer write each name once, and treat this token as suspect.",
      source: "RFC 7519, section 4",
    },
  ];
}
