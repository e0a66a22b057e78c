import type { AuthErrorReason } from "../auth/index.ts";
import { checkFacts, type Check, type CheckId } from "../tokens/checks/check.ts";
import type { LibraryVerdict } from "./run-operation.ts";

/** Maps a reason of the library to a check. All other reasons belong to the check `response`. */
const checkNames: Readonly<Partial<Record<AuthErrorReason | "c_hash", CheckId>>> = {
  state_missing: "state",
  state_different: "state",
  state_unknown: "state",
  state_expired: "state",
  nonce: "nonce",
  issuer_different: "response_issuer",
  iss: "issuer",
  aud: "audience",
  azp: "audience",
  sub: "subject",
  org_id: "organization",
  org_name: "organization",
  exp: "times",
  iat: "times",
  nbf: "times",
  auth_time: "times",
  issued_in_the_future: "times",
  alg: "algorithm",
  crit: "algorithm",
  kid: "signature",
  keys_missing: "signature",
  signature: "signature",
  token_malformed: "form",
  at_hash: "at_hash",
  c_hash: "c_hash",
};

const checkOfReason: ReadonlyMap<string, CheckId> = new Map(Object.entries(checkNames));

/**
 * Applies the library's verdict to the checks. The check that belongs to a refusal has failed; it
 * is added to a list without it. If the library accepted the response, its signature has passed,
 * even if the keys could not be read again.
 */
export function applyVerdict(checks: readonly Check[], verdict: LibraryVerdict): Check[] {
  if (verdict.isAccepted) {
    return checks.map((check) =>
      check.id === "signature" && check.outcome === "not-checked"
        ? {
            ...check,
            outcome: "passed",
            message: "The library verified the signature with the tenant's key.",
          }
        : check,
    );
  }
  const { reason, description } = verdict;
  const refused = (reason === undefined ? undefined : checkOfReason.get(reason)) ?? "response";
  const failed = { outcome: "failed", message: description } as const;
  if (!checks.some(({ id }) => id === refused)) {
    return [...checks, { id: refused, ...checkFacts[refused], ...failed, compared: [] }];
  }
  return checks.map((check) =>
    check.id === refused && check.outcome !== "failed" ? { ...check, ...failed } : check,
  );
}
