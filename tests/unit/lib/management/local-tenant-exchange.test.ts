import { describe, expect, test } from "vitest";
import { describeAccessToken } from "../../../../lib/management/credentials/describe-access-token.ts";
import {
  forecastExchanges,
  noExchangeAttempts,
  recordFailedExchange,
} from "../../../../lib/management/exchange/exchange-attempts.ts";
import type { ExchangeInput } from "../../../../lib/management/exchange/exchange-schemas.ts";
import { exchangeToken } from "../../../../lib/management/exchange/exchange-token.ts";
import { proposeScopes } from "../../../../lib/management/credentials/scopes.ts";
import { testCredential } from "../../../../lib/management/credentials/test-credential.ts";
import { connect, exchangeBody, tenantOrigin as origin } from "./in-process-tenant.ts";

const type = exchangeBody().subject_token_type;
const good: ExchangeInput = {
  client_id: "demo-spa",
  subject_token: "legacy:ada@example.com",
  subject_token_type: type,
};

/** Runs a local tenant with one token exchange profile, and exchanges tokens there. */
async function connectWithProfile() {
  const { clock, fetch, logIn } = connect();
  await logIn().createTokenExchangeProfile(exchangeBody());
  const exchange = (changes: Partial<ExchangeInput> = {}) =>
    exchangeToken({ ...good, ...changes }, { tokenUrl: `${origin}/oauth/token`, fetch, clock });
  return { clock, exchange };
}

describe("an exchange at the local tenant", () => {
  test(
    "runs the action of the matching profile and returns a token of its user",
    { tags: ["service.exchange.runs-action"] },
    async () => {
      const { exchange } = await connectWithProfile();
      const outcome = await exchange({
        audience: "https://reports.demo.example/",
        scope: "openid",
      });
      if (outcome.kind !== "issued") throw new Error(outcome.message);
      expect(outcome.response.issued_token_type).toMatch(/access_token$/u);
      const { id_token: idToken = "" } = outcome.response;
      expect(describeAccessToken(idToken)).toMatchObject({
        subject: "auth0|65f1c0ada000000000000001",
      });
    },
  );

  test(
    "returns the action's rejection with its code and message",
    { tags: ["service.exchange.runs-action"] },
    async () => {
      const { exchange } = await connectWithProfile();
      expect(await exchange({ subject_token: "legacy:ada@example.com:closed" })).toMatchObject({
        kind: "refused",
        reason: "refused-by-action",
        errorCode: "account_closed",
        serviceMessage: "The legacy account was closed.",
      });
      expect(await exchange({ subject_token: "forged" })).toMatchObject({
        kind: "refused",
        reason: "invalid-request",
        errorCode: "invalid_request",
        serviceMessage: "The subject token is not a legacy token.",
        isFailedAttempt: true,
      });
    },
  );

  test.each<[Partial<ExchangeInput>, string]>([
    [{ subject_token_type: "urn:acme:unknown" }, "invalid-request"],
    [{ client_id: "demo-partner" }, "grant-not-allowed"],
    [{ client_id: "demo-management" }, "client-refused"],
    [{ client_secret: "wrong" }, "client-refused"],
    [{ client_id: "nobody" }, "client-refused"],
  ])("fails with a reason if the action does not run (%#)", async (changes, reason) => {
    const { exchange } = await connectWithProfile();
    expect(await exchange(changes)).toMatchObject({ kind: "refused", reason });
  });

  test("is throttled exactly when the forecast predicts it", async () => {
    const { exchange, clock } = await connectWithProfile();
    let attempts = noExchangeAttempts;
    for (let round = 0; round < 40; round += 1) {
      const { level, nextAt } = forecastExchanges(attempts, clock.now());
      const outcome = await exchange({ subject_token: "forged" });
      if (outcome.kind === "issued") throw new Error("a forged token was exchanged");
      expect(outcome.reason).toBe(level === "exhausted" ? "throttled" : "invalid-request");
      if (outcome.isFailedAttempt) attempts = recordFailedExchange(attempts, clock.now());
      if (nextAt !== undefined) clock.advance(nextAt - clock.now() - (round % 2));
    }
  });
});

test("the tenant's own management token passes the credential test", async () => {
  const { tokenOf, clock } = connect();
  const report = testCredential(await tokenOf()(), {
    needed: proposeScopes(["token-exchange-profiles", "connection-profiles", "event-stream"]),
    audience: `${origin}/api/v2/`,
    now: clock.now(),
  });
  expect(report).toMatchObject({
    kind: "jwt",
    problems: [],
    holder: { client: "demo-management" },
    scopes: { lacks: [] },
  });
});
