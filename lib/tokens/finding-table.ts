import type { CheckId } from "./checks/check.ts";

/** The part of a finding that other parts of this folder ask for. */
interface FindingRow {
  /** The check that it fails. */
  readonly check?: CheckId;
  /** True if it says that the signature is missing or wrong. */
  readonly isAboutSignature?: true;
}

/**
 * The findings that can cause others, root causes first. Without a signature, no claim can be
 * trusted. One tenant's keys prove nothing about another tenant's token. The audience comes before
 * the times.
 */
const causes = {
  "alg-none": { check: "algorithm", isAboutSignature: true },
  "alg-missing": { check: "algorithm", isAboutSignature: true },
  "signature-missing": { check: "signature", isAboutSignature: true },
  "signature-unreadable": { check: "signature", isAboutSignature: true },
  "access-token-as-id-token": { check: "type" },
  "type-different": { check: "type" },
  "claims-of-other-kind": { check: "type" },
  "dpop-type": { check: "type" },
  "dpop-algorithm": { check: "algorithm" },
  "dpop-key-private": { check: "key" },
  "dpop-key-missing": { check: "key" },
  "secret-weak": { check: "signature" },
  "issuer-missing": { check: "issuer" },
  "issuer-different": { check: "issuer" },
  "issuer-other-domain": { check: "issuer" },
  "issuer-slash": { check: "issuer" },
  "alg-hs256": { check: "algorithm", isAboutSignature: true },
  "alg-not-rs256": { check: "algorithm", isAboutSignature: true },
  "critical-parameters": { check: "algorithm", isAboutSignature: true },
  "signature-wrong": { check: "signature", isAboutSignature: true },
  "key-for-other-algorithm": { check: "signature", isAboutSignature: true },
  "key-unknown": { check: "signature", isAboutSignature: true },
  "logout-event-missing": { check: "events" },
  "logout-nonce": { check: "no_nonce" },
  "binding-invalid": { check: "binding" },
  "binding-different": { check: "binding" },
  "proof-token-hash-different": { check: "ath" },
  "access-token-hash-different": { check: "at_hash" },
  "code-hash-different": { check: "c_hash" },
  "audience-missing": { check: "audience" },
  "audience-without-client": { check: "audience" },
  "authorized-party-missing": { check: "audience" },
  "authorized-party-different": { check: "audience" },
  "nonce-missing": { check: "nonce" },
  "nonce-different": { check: "nonce" },
  "organization-different": { check: "organization" },
} as const satisfies Readonly<Record<string, FindingRow>>;

const others = {
  "subject-missing": { check: "subject" },
  expired: { check: "times" },
  "not-yet-valid": { check: "times" },
  "issued-in-the-future": { check: "times" },
  "time-not-a-number": { check: "times" },
  "time-in-milliseconds": { check: "times" },
  "lifetime-missing": { check: "times" },
  "issue-time-missing": { check: "times" },
  "authentication-too-old": { check: "times" },
  "access-token-shared-secret": { check: "algorithm" },
  "kid-absent": { check: "signature" },
  "key-from-token": { check: "signature" },
  "base64-padding": { check: "form" },
  "base64-bits": { check: "form" },
  "duplicate-members": { check: "form" },
  "dpop-claims-missing": { check: "request" },
  "dpop-target-invalid": { check: "request" },
  "dpop-target-query": { check: "request" },
  "dpop-method-case": { check: "request" },
  "dpop-proof-old": { check: "times" },
  "access-token-claims-missing": { check: "profile" },
  "claims-missing": { check: "profile" },
  "logout-subject-missing": { check: "subject" },
  "logout-id-missing": { check: "jti" },
  "signature-unchecked": { isAboutSignature: true },
  "nonce-absent": {},
  "logout-type-absent": {},
  "jwe-rsa1-5": { check: "algorithm" },
  "jwe-part-size": { check: "form" },
  "jwe-part-invalid": { check: "form" },
  "jwe-compressed": {},
  "jwe-algorithm-missing": { check: "algorithm" },
} as const satisfies Readonly<Record<string, FindingRow>>;

const rows: Readonly<Record<FindingId, FindingRow>> = { ...causes, ...others };
const places = new Map(Object.keys(causes).map((id, place) => [id, place]));

/** The stable name of a finding, for filters and tests. */
export type FindingId = keyof typeof causes | keyof typeof others;

/** Returns true for the name of a finding. */
export function isFindingId(value: unknown): value is FindingId {
  return typeof value === "string" && Object.hasOwn(rows, value);
}

/** Returns the place of a finding among the root causes; after all of them if it is none. */
export function rankCause(id: FindingId): number {
  return places.get(id) ?? places.size;
}

/** Returns the check that the finding fails. */
export function checkOfFinding(id: FindingId): CheckId | undefined {
  return rows[id].check;
}

/** Returns true for a finding that says that the signature is missing or wrong. */
export function isAboutSignature(id: FindingId): boolean {
  return rows[id].isAboutSignature === true;
}
