import type { Check } from "../tokens/checks/check.ts";
import { listLoginChecks } from "../tokens/checks/list-login-checks.ts";
import { expectationsOf } from "../tokens/checks/login-facts.ts";
import { inspectToken } from "../tokens/inspect-token.ts";
import type { KeySets } from "../tokens/key-set.ts";
import { applyVerdict } from "./apply-verdict.ts";
import type { RunLogin } from "./run-operation.ts";

/**
 * Checks a login against its request and the tenant's keys. The library's verdict takes precedence.
 */
export async function checkLogin(
  { exchange, verdict }: RunLogin,
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
