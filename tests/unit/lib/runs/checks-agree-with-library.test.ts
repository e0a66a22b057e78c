import fc from "fast-check";
import { expect, test } from "vitest";

import { AuthError } from "../../../../lib/auth/index.ts";
import { applyVerdict } from "../../../../lib/runs/apply-verdict.ts";
import { listLoginChecks } from "../../../../lib/tokens/checks/list-login-checks.ts";
import { expectationsOf } from "../../../../lib/tokens/checks/login-facts.ts";
import { inspectToken } from "../../../../lib/tokens/inspect-token.ts";
import { readKeySet } from "../../../../lib/tokens/read-key-set.ts";
import { createJudge, signer } from "../auth/judged-responses.ts";
import { issuer, seconds } from "../auth/signed-tokens.ts";

const jwks = readKeySet(JSON.stringify({ keys: [signer.publicJwk] })) ?? { keys: [] };
const request = {
  client_id: "client-1",
  response_type: "token id_token",
  state: "state-1",
  nonce: "nonce-1",
};

const moment = fc.constantFrom(0, 1, 59, 60, 61, 3600, -1, -59, -60, -61).map((n) => seconds + n);
const odd = fc.constantFrom<unknown>(undefined, null, "", "x", 0, [], {});
const changes: readonly [claim: string, values: fc.Arbitrary<unknown>][] = [
  ["iss", fc.oneof(odd, fc.constantFrom("https://tenant.example", "https://evil.example/"))],
  ["sub", odd],
  ["aud", fc.oneof(odd, fc.constantFrom<unknown>(["client-1"], ["client-1", "x"], ["x"]))],
  ["azp", fc.constantFrom<unknown>(undefined, "client-1", "x", 7)],
  ["nonce", fc.oneof(odd, fc.constant("nonce-2"))],
  ["exp", fc.oneof(odd, moment)],
  ["iat", fc.oneof(odd, moment)],
  ["nbf", fc.oneof(fc.constantFrom<unknown>(undefined, "soon"), moment)],
  ["at_hash", fc.constantFrom<unknown>(undefined, "x".repeat(22))],
];
const change = fc
  .constantFrom(...changes)
  .chain(([claim, values]) => values.map((value) => ({ claim, value })));

test("fails the check of the library's reason for each token that the library rejects, and no check for the others", async () => {
  const { judge, clock } = createJudge();
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 2 }), async (list) => {
      const changed = Object.fromEntries(list.map(({ claim, value }) => [claim, value]));
      const id_token = await signer.sign(changed);
      const response = { id_token, access_token: "access-1", state: "state-1" };
      const refusal = await judge(id_token, { access_token: "access-1" }).then(
        () => undefined,
        (error: unknown) => error,
      );
      const exchange = { request, response, issuer, receivedAt: clock.now() };
      const idToken = await inspectToken(id_token, {
        ...expectationsOf(exchange),
        now: exchange.receivedAt,
        use: "id_token",
        keys: { issuer, jwks },
      });
      const checks = listLoginChecks({ ...exchange, idToken });
      const failed = checks.filter(({ outcome }) => outcome === "failed");
      expect(failed.length > 0, JSON.stringify(list)).toBe(refusal !== undefined);
      if (refusal === undefined) return;
      refusals += 1;
      if (!(refusal instanceof AuthError) || refusal.reason === undefined) {
        throw new Error("The library refused without a reason.", { cause: refusal });
      }
      const { reason, errorDescription: description } = refusal;
      // The verdict changes no check: the check of the reason has already failed.
      const agreed = applyVerdict(checks, { isAccepted: false, reason, description });
      expect(agreed, JSON.stringify(list)).toEqual(checks);
    }),
    { numRuns: 400 },
  );
  expect(refusals).toBeGreaterThan(100);
});
