import type { AuthErrorReason } from "../auth/auth-error.ts";
import type { Check, CheckId } from "../tokens/checks/check.ts";
import { listLoginChecks } from "../tokens/checks/list-login-checks.ts";
import { expectationsOf, type LoginExchange } from "../tokens/checks/login-facts.ts";
import { inspectToken } from "../tokens/inspect-token.ts";
import type { KeySets } from "../tokens/key-set.ts";
import type { LibraryVerdict } from "./run-login.ts";

/** The check that each reason of the library belongs to. Every other reason is about the response as a whole. */
const checkOfReason: Readonly<Partial<Record<AuthErrorReason | "c_hash", CheckId>>> = {
  state_missing: "state",
  state_different: "state",
  state_unknown: "state",
  state_expired: "state",
  nonce: "nonce",
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
  alg: "signature",
  crit: "signature",
  kid: "signature",
  keys_missing: "signature",
  signature: "signature",
  token_malformed: "signature",
  at_hash: "at_hash",
  c_hash: "c_hash",
};

/** Checks a login against its request and the tenant's keys, and agrees with what the library decided. */
export async function checkLogin(
  { exchange, verdict }: { exchange: LoginExchange; verdict: LibraryVerdict },
  keySets: KeySets,
): Promise<Check[]> {
  const { issuer, receivedAt, response } = exchange;
  const text = response["id_token"];
  const idToken =
    text === undefined
      ? undefined
      : await inspectToken(text, {
          ...expectationsOf(exchange),
          now: receivedAt,
          use: "id_token",
          keys: { issuer, fetchKeys: (options) => keySets.read(issuer, options) },
        });
  return applyVerdict(listLoginChecks({ ...exchange, idToken }), verdict);
}

/**
 * Brings the library's verdict into the list. The check that it refused has failed, whatever this list found; and a signature
 * that it verified holds, also where the keys could not be read a second time.
 */
export function applyVerdict(checks: readonly Check[], verdict: LibraryVerdict): Check[] {
  if (verdict.isAccepted) {
    return checks.map((check) =>
      check.id === "signature" && check.outcome === "not-applicable" && check.compared.length > 0
        ? { ...check, outcome: "passed", message: "The library verified it with the tenant's key." }
        : check,
    );
  }
  const { reason, description } = verdict;
  const refused = (reason === undefined ? undefined : checkOfReason[reason]) ?? "response";
  return checks.map((check) =>
    check.id === refused && check.outcome !== "failed"
      ? { ...check, outcome: "failed", message: description }
      : check,
  );
}
