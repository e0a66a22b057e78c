import { findHashFindings, type CompanionHashes } from "./companion-hashes.ts";
import type { DecodedToken } from "./decode-token.ts";
import { findFormFindings } from "./find-form-findings.ts";
import { findHeaderFindings } from "./find-header-findings.ts";
import { findIdentityFindings } from "./find-identity-findings.ts";
import { findSignatureFindings } from "./find-signature-findings.ts";
import { rankCause } from "./finding-table.ts";
import { findTimeFindings } from "./find-time-findings.ts";
import { decideKind } from "./kinds/decide-kind.ts";
import { findAccessTokenFindings } from "./kinds/find-access-token-findings.ts";
import { findBindingFindings, type Binding } from "./kinds/dpop-binding.ts";
import { findDpopFindings } from "./kinds/find-dpop-findings.ts";
import { findLogoutFindings } from "./kinds/find-logout-findings.ts";
import { kindOf } from "./kinds/kind-table.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";
import type { VerificationOutcome } from "./verify-signature.ts";

/** Applies the rules that only one kind of token has. */
function findKindFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  switch (context.use) {
    case "access_token":
      return findAccessTokenFindings(token);
    case "logout_token":
      return findLogoutFindings(token);
    case "dpop_proof":
      return findDpopFindings(token, context);
    case "unknown":
      return findMissingClaims(token, context);
    case "id_token":
      return [];
  }
  return context.use satisfies never;
}

/** Lists the claims that the standard of a kind without rules of its own requires. */
function findMissingClaims({ payload }: DecodedToken, context: FindingsContext): Finding[] {
  const { title, requires = [], source } = kindOf(context);
  const missing = requires.filter((name) => payload[name] === undefined);
  if (missing.length === 0) return [];
  return [
    {
      id: "claims-missing",
      severity: "error",
      title: `The token has no ${missing.join(", no ")}`,
      seen: missing.map((name) => `${name} absent`).join(", "),
      why: `Kind: ${title}. Its standard requires ${requires.join(", ")}, so a receiver refuses the token.`,
      remedy: "Configure the issuer to set these claims.",
      source,
    },
  ];
}

const order: Record<Finding["severity"], number> = { error: 0, warning: 1, note: 2 };

/** A token with the facts that its findings compare. */
export interface KnownToken {
  token: DecodedToken;
  /** The expected values, and the use that was decided. */
  context: FindingsContext;
  /** Null if the signature was not checked. */
  verification?: VerificationOutcome | null;
  /** The expected hashes of the access token and the code of the same response. */
  companionHashes?: CompanionHashes;
  /** The thumbprints that bind an access token and a DPoP proof. */
  binding?: Binding;
}

/**
 * Lists the problems of a token, root cause first. An empty list does not make a token valid: only
 * an outcome of `verifySignature` tells about its signature.
 */
export function findFindings({
  token,
  context: known,
  verification = null,
  companionHashes = {},
  binding,
}: KnownToken): Finding[] {
  const context = { kind: decideKind(token, { use: known.use }).kind, ...known };
  const findings = [
    ...(verification === null ? [] : findSignatureFindings(token, verification, context)),
    ...findHeaderFindings(token, context),
    ...findTimeFindings(token, context),
    ...findIdentityFindings(token, context),
    ...findKindFindings(token, context),
    ...findFormFindings(token),
    ...findDuplicateMembers(token),
    ...findHashFindings(token, companionHashes),
    ...(binding === undefined ? [] : findBindingFindings(token, context.use, binding)),
  ];
  // By severity, then root cause first. Findings without a rank keep their order.
  return dropConsequences(findings).toSorted(
    (one, other) =>
      order[one.severity] - order[other.severity] || rankCause(one.id) - rankCause(other.id),
  );
}

/** Removes findings that follow from others: another tenant's key is always unknown. */
function dropConsequences(findings: readonly Finding[]): Finding[] {
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
