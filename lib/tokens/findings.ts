import type { DecodedToken } from "./decode-token.ts";
import { findHeaderFindings } from "./find-header-findings.ts";
import { findIdentityFindings } from "./find-identity-findings.ts";
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

/**
 * The ids of findings, root causes first. Without a signature, no claim can be trusted. One
 * tenant's keys prove nothing about another tenant's token. The audience comes before the times.
 */
const causes = [
  "alg-none",
  "alg-missing",
  "signature-missing",
  "access-token-as-id-token",
  "type-different",
  "claims-of-other-kind",
  "dpop-type",
  "dpop-algorithm",
  "dpop-key-private",
  "dpop-key-missing",
  "secret-weak",
  "issuer-missing",
  "issuer-different",
  "issuer-other-domain",
  "issuer-slash",
  "alg-hs256",
  "alg-not-rs256",
  "critical-parameters",
  "signature-wrong",
  "key-unknown",
  "logout-event-missing",
  "logout-nonce",
  "binding-invalid",
  "binding-different",
  "proof-token-hash-different",
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

/** Sorts by severity, then root cause first. Findings without a rank keep their order. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const rank = ({ id }: Finding) => {
    const place = causes.indexOf(id);
    return place === -1 ? causes.length : place;
  };
  return findings.toSorted(
    (one, other) => order[one.severity] - order[other.severity] || rank(one) - rank(other),
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
