import type { DecodedToken } from "./decode-token.ts";
import { findHeaderFindings } from "./find-header-findings.ts";
import { findIdentityFindings } from "./find-identity-findings.ts";
import { findTimeFindings } from "./find-time-findings.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";

const ORDER: Record<Finding["severity"], number> = { error: 0, warning: 1, note: 2 };

/**
 * Lists the problems of a token that show without its keys, root cause first. An empty list does not prove a token:
 * `verifySignature` checks its signature.
 */
export function findFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  return sortFindings([
    ...findHeaderFindings(token, context),
    ...findTimeFindings(token, context),
    ...findIdentityFindings(token, context),
    ...findDuplicateMembers(token),
  ]);
}

/**
 * Rules in the order in which they explain each other: without a signature no claim means anything; the keys of one
 * tenant say nothing of another tenant's token; who the token is for comes before its times.
 */
const CAUSES = [
  "alg-none",
  "alg-missing",
  "signature-missing",
  "access-token-as-id-token",
  "issuer-missing",
  "issuer-different",
  "issuer-other-domain",
  "issuer-slash",
  "alg-hs256",
  "alg-not-rs256",
  "critical-parameters",
  "signature-wrong",
  "key-unknown",
  "access-token-hash-different",
  "code-hash-different",
  "audience-missing",
  "audience-without-client",
  "authorized-party-missing",
  "authorized-party-different",
  "nonce-missing",
  "nonce-different",
  "organization-different",
];

/** Sorts by severity, then root cause first; rules without a rank keep their order. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const rank = ({ id }: Finding) => {
    const place = CAUSES.indexOf(id);
    return place === -1 ? CAUSES.length : place;
  };
  return findings.toSorted(
    (one, other) => ORDER[one.severity] - ORDER[other.severity] || rank(one) - rank(other),
  );
}

/** Leaves out what follows from another finding: a tenant never publishes the keys of another tenant. */
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
      why: "Readers disagree on which of the values counts, so one check may look at another value than the next. The last is shown here.",
      remedy: "Have the issuer write each name once, and treat this token as suspect.",
      source: "RFC 7519, section 4",
    },
  ];
}
