import { expect, test } from "vitest";

import { TokenOffers } from "../../../../../lib/models/runs/token-offers.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { findOperation, makeToken, makeView, otherTenant } from "./sample-runs.ts";

const access = makeToken({
  aud: ["https://api.example/", "https://a.example/userinfo"],
  scope: "read",
});
const idToken = makeToken({ sub: "auth0|1", email: "ada@example.com" });
const tokens = { accessToken: access, idToken, refreshToken: "refresh-1", code: "code-1" };

test("offers the tokens of a run by kind, with a label that tells them apart", () => {
  const offers = new TokenOffers();
  offers.add(makeView({ outcome: { kind: "succeeded", result: null, tokens } }));
  const find = (kind: "access" | "id" | "refresh" | "code") =>
    offers.find(kind, sampleTenant.id).map(({ token, label, at }) => ({ token, label, at }));
  const title = "Login with redirect";
  expect(find("access")).toEqual([
    {
      token: access,
      label: `${title}, https://api.example/ and https://a.example/userinfo, read`,
      at: 1_250,
    },
  ]);
  expect(find("id")).toEqual([{ token: idToken, label: `${title}, ada@example.com`, at: 1_250 }]);
  const refresh = `${title}, https://api.example/, openid`;
  expect(find("refresh")).toEqual([{ token: "refresh-1", label: refresh, at: 1_250 }]);
  expect(find("code")).toMatchObject([{ token: "code-1" }]);
});

test("offers the tokens of a refused run, and tokens that only the result contains", () => {
  const offers = new TokenOffers();
  const error = { error: "invalid_token", errorDescription: "", members: {} };
  offers.add(makeView({ outcome: { kind: "refused", error, tokens: { accessToken: "opaque" } } }));
  const result = { accessToken: "from-result", idToken: null };
  const operation = findOperation("parse-hash");
  offers.add(makeView({ operation, outcome: { kind: "succeeded", result, tokens: {} } }));
  const found = offers.find("access", sampleTenant.id).map(({ token }) => token);
  expect(found, "newest first").toEqual(["from-result", "opaque"]);
  expect(offers.find("id", sampleTenant.id)).toEqual([]);
});

test("offers a token only for its own tenant, only once, and only until 20 newer ones are added", () => {
  const offers = new TokenOffers();
  const add = (accessToken: string, overrides = {}) =>
    offers.add(
      makeView({
        outcome: { kind: "succeeded", result: null, tokens: { accessToken } },
        ...overrides,
      }),
    );
  add("elsewhere", { tenant: otherTenant });
  expect(offers.find("access", sampleTenant.id)).toEqual([]);
  add("same");
  add("same");
  expect(offers.find("access", sampleTenant.id)).toHaveLength(1);
  for (let at = 0; at < 20; at += 1) add(`token-${at}`);
  expect(offers.find("access", sampleTenant.id).map(({ token }) => token)).not.toContain("same");
  expect(new Set(offers.all.value.map(({ id }) => id)).size).toBe(20);
});

test("offers nothing for a cancelled run, and discards all tokens on Forget", () => {
  const offers = new TokenOffers();
  offers.add(makeView({ outcome: { kind: "cancelled" } }));
  expect(offers.all.value).toEqual([]);
  offers.add(makeView({ outcome: { kind: "succeeded", result: null, tokens } }));
  expect(offers.all.value).toHaveLength(4);
  offers.forget();
  expect(offers.all.value).toEqual([]);
});

test("discards only the tokens of a forgotten tenant", () => {
  const offers = new TokenOffers();
  const outcome = { kind: "succeeded", result: null, tokens } as const;
  offers.add(makeView({ outcome, tenant: otherTenant }));
  offers.add(makeView({ outcome: { ...outcome, tokens: { accessToken: "mine" } } }));
  offers.forgetTenant(otherTenant);
  expect(offers.all.value.map(({ token }) => token)).toEqual(["mine"]);
});
