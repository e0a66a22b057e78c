import { expect, test } from "vitest";

import {
  collectIssuedTokens,
  collectRunTokens,
  findExchange,
} from "../../../../../lib/models/tokens/collect-seen-tokens.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { countIds, makeToken, makeView } from "../runs/sample-runs.ts";

const idToken = makeToken({ sub: "auth0|1" });
const tokens = { idToken, accessToken: "access-1", refreshToken: "refresh-1", code: "code-1" };
const exchange = {
  request: { client_id: "app", nonce: "n-1", state: "state-1", login_hint: "ada" },
  response: { id_token: idToken, access_token: "access-1", code: "code-1", expires_in: "60" },
  issuer: "https://acme.example/",
  receivedAt: 1_200,
};
const verdict = { isAccepted: true } as const;
const outcome = { kind: "succeeded", result: null, tokens } as const;

test("the tokens of a login have its facts, without other tokens and values", () => {
  const view = makeView({ outcome: { ...outcome, login: { exchange, verdict } } });
  const rows = collectRunTokens(view, countIds());
  expect(rows.map(({ role, token, group }) => [role, token, group])).toEqual([
    ["id", idToken, "1"],
    ["access", "access-1", "1"],
    ["refresh", "refresh-1", "1"],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  expect(rows[0]).toMatchObject({
    tenantId: sampleTenant.id,
    source: { kind: "run", title: "Login with redirect" },
    seenAt: 1_250,
  });
  expect(rows[0]?.exchange).toEqual({
    request: { client_id: "app", nonce: "n-1" },
    response: { code: "code-1", expires_in: "60" },
    issuer: "https://acme.example/",
    receivedAt: 1_200,
  });
});

test("an ID token is checked against the access token of its response, until that one is gone", () => {
  const rows = collectRunTokens(
    makeView({ outcome: { ...outcome, login: { exchange, verdict } } }),
    countIds(),
  );
  const [id] = rows;
  if (id === undefined) throw new Error("no ID token");
  expect(findExchange(id, rows)?.response["access_token"]).toBe("access-1");
  const others = rows.filter(({ role }) => role !== "access");
  expect(findExchange(id, others)?.response).not.toHaveProperty("access_token");
});

test("the tokens of a run without a login, and of a refused one, are collected", () => {
  const createId = countIds();
  expect(collectRunTokens(makeView({ outcome }), createId)[0]?.exchange).toMatchObject({
    request: { client_id: sampleTenant.clientId },
    issuer: `${sampleTenant.origin}/`,
  });
  const error = { error: "invalid_token", errorDescription: "", members: {} };
  const refused = makeView({ outcome: { kind: "refused", error, tokens: { idToken } } });
  expect(collectRunTokens(refused, createId).map(({ token }) => token)).toEqual([idToken]);
  expect(collectRunTokens(makeView(), createId)).toEqual([]);
  expect(collectRunTokens(makeView({ outcome: { kind: "cancelled" } }), createId)).toEqual([]);
});

test("a token whose facts are too long is collected without them, and one too long is not", () => {
  const long = { ...exchange, request: { nonce: "x".repeat(3_000) } };
  const accessToken = "x".repeat(300_000);
  const view = makeView({
    outcome: { ...outcome, tokens: { idToken, accessToken }, login: { exchange: long, verdict } },
  });
  const rows = collectRunTokens(view, countIds());
  expect(rows).toMatchObject([{ token: idToken }]);
  expect(rows[0]).not.toHaveProperty("exchange");
});

test("the tokens of an exchange name its profile, and have its client and issuer", () => {
  const issued = {
    tenant: { ...sampleTenant, customOrigin: "https://login.acme.example" },
    profile: "Legacy",
    clientId: "app",
    response: { access_token: "opaque-1", id_token: 5, expires_in: 60 },
    receivedAt: 9,
  };
  expect(collectIssuedTokens(issued, countIds())).toEqual([
    {
      id: "2",
      group: "1",
      token: "opaque-1",
      role: "access",
      tenantId: sampleTenant.id,
      source: { kind: "exchange", profile: "Legacy" },
      exchange: {
        request: { client_id: "app" },
        response: { expires_in: "60" },
        issuer: "https://login.acme.example/",
        otherIssuers: [`${sampleTenant.origin}/`],
        receivedAt: 9,
      },
      seenAt: 9,
    },
  ]);
});
