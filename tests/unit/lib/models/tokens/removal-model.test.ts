import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { CompareModel } from "../../../../../lib/models/tokens/compare-model.ts";
import { RemovalModel } from "../../../../../lib/models/tokens/removal-model.ts";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { writeToken } from "../../tokens/sign-token.ts";

const clock = { now: () => 0, schedule: () => () => undefined };
const own: Tenant = {
  ...sampleTenant,
  id: "https://own.example",
  name: "own\u202e",
  origin: "https://own.example",
  customOrigin: "https://login.own.example",
};
const other: Tenant = { ...sampleTenant, id: "https://b.example", origin: "https://b.example" };
const ownToken = writeToken({ alg: "RS256" }, { iss: "https://login.own.example/", sub: "ada" });
const otherToken = writeToken({ alg: "RS256" }, { iss: "https://b.example/", sub: "bob" });
const secret = "pasted-secret-of-32-characters-ok";

function openModel() {
  const tenants = signal([{ tenant: own }, { tenant: other }]);
  const trouble = signal<unknown>(undefined);
  const keySets = { read: async () => ({ ok: false, why: "No keys." }) as const };
  const field = new TokensModel({ ...clock, keySets });
  const comparison = new CompareModel({ ...clock, inspected: field });
  const model = new RemovalModel({ field, comparison, tenants: { tenants, trouble } });
  const forgetOwn = () => {
    tenants.value = [{ tenant: other }];
  };
  return { model, field, comparison, tenants, trouble, forgetOwn };
}

describe("a forgotten tenant", () => {
  test("takes its token from the field and the comparison, with the pasted keys", async () => {
    const { model, field, comparison, forgetOwn } = openModel();
    await field.keys.paste(secret);
    await field.paste(ownToken, own);
    comparison.keep();
    forgetOwn();
    expect([field.text.value, field.report.value, comparison.kept.value]).toEqual([
      "",
      undefined,
      undefined,
    ]);
    expect(field.keys.hasText.value).toBe(false);
    expect(model.message.value).toBe(
      "The token of the forgotten tenant own\\u202e was removed from the field and the comparison, and the pasted keys were removed too.",
    );
    await field.paste(otherToken, other);
    expect(model.message.value).toBeUndefined();
  });

  test.each([
    ["names its own domain", writeToken({ alg: "RS256" }, { iss: "https://own.example/" })],
    ["names its custom domain", ownToken],
    ["is one of two", `${otherToken}\n${ownToken}`],
  ])("takes a text whose token %s", async (_, text) => {
    const { model, field, forgetOwn } = openModel();
    await field.paste(text, own);
    forgetOwn();
    expect(field.text.value).toBe("");
    expect(model.message.value).toContain("was removed from the field.");
  });

  test("takes the opaque token of its run", async () => {
    const { field, forgetOwn } = openModel();
    const issuer = "https://login.own.example/";
    const exchange = { request: {}, response: {}, issuer, receivedAt: 0 };
    await field.take("opaque-1234", { name: "access token", exchange });
    forgetOwn();
    expect(field.text.value).toBe("");
    expect(field.origin.value).toEqual({ kind: "pasted" });
  });

  test("leaves the tokens and the keys of other tenants", async () => {
    const { model, field, comparison, forgetOwn } = openModel();
    await field.keys.paste(secret);
    await field.paste(ownToken, own);
    comparison.keep();
    await field.paste(otherToken, own);
    forgetOwn();
    expect([field.text.value, comparison.kept.value]).toEqual([otherToken, undefined]);
    expect(field.keys.hasText.value).toBe(true);
    expect(model.message.value).toMatch(/was removed from the comparison\.$/u);
  });

  test("takes nothing without a token of it, nor while the worker has trouble", async () => {
    const { model, field, tenants, trouble, forgetOwn } = openModel();
    await field.paste(ownToken, own);
    trouble.value = { code: "unexpected" };
    tenants.value = [];
    expect(field.text.value).toBe(ownToken);
    tenants.value = [{ tenant: own }, { tenant: other }];
    trouble.value = undefined;
    expect(field.text.value).toBe(ownToken);
    await field.paste(otherToken, own);
    forgetOwn();
    expect([field.text.value, model.message.value]).toEqual([otherToken, undefined]);
  });

  test("takes its token too when everything is forgotten", async () => {
    const { field, tenants } = openModel();
    await field.paste(otherToken, own);
    tenants.value = [];
    expect(field.text.value).toBe("");
  });
});

test("a token that the list has forgotten is removed from the field, and one sentence says so", async () => {
  const { model, field } = openModel();
  await field.paste(ownToken, own);
  model.discard((token) => token === otherToken);
  expect([field.text.value, model.message.value]).toEqual([ownToken, undefined]);
  model.discard((token) => token === ownToken);
  expect(field.text.value).toBe("");
  expect(model.message.value).toBe("The forgotten token was removed from the field.");
});
