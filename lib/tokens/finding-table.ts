import type { CheckId } from "./checks/check.ts";

/** The part of a finding that other parts of this folder ask for. */
interface FindingRow {
  /** The check that it fails: in the list of a login, and in that of one token. */
  readonly check?: CheckId;
  /** The check that it fails in the list of one token, if that is another one. */
  readonly tokenCheck?: CheckId;
  /** True if it says that the signature is missing or wrong. */
  readonly isAboutSignature?: true;
}

/**
 * The findings that can cause others, root causes first. Without a signature, no claim can be
 * trusted. One tenant's keys prove nothing about another tenant's token. The audience comes before
 * the times.
 */
const causes = {
  "alg-none": { check: "signature", tokenCheck: "algorithm", isAboutSignature: true },
  "alg-missing": { check: "signature", tokenCheck: "algorithm", isAboutSignature: true },
  "signature-missing": { check: "signature", isAboutSignature: true },
  "access-token-as-id-token": { tokenCheck: "type" },
  "type-different": { tokenCheck: "type" },
  "claims-of-other-kind": { tokenCheck: "type" },
  "dpop-type": { tokenCheck: "type" },
  "dpop-algorithm": { tokenCheck: "algorithm" },
  "dpop-key-private": { tokenCheck: "key" },
  "dpop-key-missing": { tokenCheck: "key" },
  "secret-weak": { tokenCheck: "signature" },
  "issuer-missing": { check: "issuer" },
  "issuer-different": { check: "issuer" },
  "issuer-other-domain": { check: "issuer" },
  "issuer-slash": { check: "issuer" },
  "alg-hs256": { check: "signature", tokenCheck: "algorithm", isAboutSignature: true },
  "alg-not-rs256": { check: "signature", tokenCheck: "algorithm", isAboutSignature: true },
  "critical-parameters": { check: "signature", isAboutSignature: true },
  "signature-wrong": { check: "signature", isAboutSignature: true },
  "key-unknown": { check: "signature", isAboutSignature: true },
  "logout-event-missing": { tokenCheck: "events" },
  "logout-nonce": { tokenCheck: "no_nonce" },
  "binding-invalid": { tokenCheck: "binding" },
  "binding-different": { tokenCheck: "binding" },
  "proof-token-hash-different": { tokenCheck: "ath" },
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
  "access-token-shared-secret": { tokenCheck: "algorithm" },
  "kid-absent": { tokenCheck: "signature" },
  "key-from-token": { tokenCheck: "signature" },
  "duplicate-members": { tokenCheck: "form" },
  "dpop-claims-missing": { tokenCheck: "request" },
  "dpop-target-invalid": { tokenCheck: "request" },
  "dpop-target-query": { tokenCheck: "request" },
  "dpop-method-case": { tokenCheck: "request" },
  "dpop-proof-old": { tokenCheck: "times" },
  "access-token-claims-missing": { tokenCheck: "profile" },
  "logout-subject-missing": { tokenCheck: "subject" },
  "logout-id-missing": { tokenCheck: "jti" },
  "signature-unchecked": { isAboutSignature: true },
  "nonce-absent": {},
  "logout-type-absent": {},
  "jwe-rsa1-5": {},
  "jwe-part-size": {},
  "jwe-part-invalid": {},
  "jwe-compressed": {},
  "jwe-algorithm-missing": {},
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

/** Returns the check of a login that the finding fails. */
export function checkOfFinding(id: FindingId): CheckId | undefined {
  return rows[id].check;
}

/** Returns the check of one token that the finding fails. */
export function checkOfTokenFinding(id: FindingId): CheckId | undefined {
  return rows[id].tokenCheck ?? rows[id].check;
}

/** Returns true for a finding that says that the signature is missing or wrong. */
export function isAboutSignature(id: FindingId): boolean {
  return rows[id].isAboutSignature === true;
}
