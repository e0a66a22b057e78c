import { expect, test } from "vitest";
import { findOperation } from "../../runs/find-operation.ts";
import { RunModel } from "../../../../../lib/models/runs/run-model.ts";
import type { RunPort } from "../../../../../lib/models/runs/run-port.ts";
import type { Discovery } from "../../../../../lib/runs/discovery.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";

const { origin } = sampleTenant;
const tenant = { ...sampleTenant, customOrigin: "https://login.example" };

/** A server with code only, and an issuer without a slash at the end. */
const other: Discovery = {
  issuer: "https://login.example",
  keySetUrl: "https://login.example/jwks",
  endpoints: {
    authorization: "https://login.example/authorize",
    token: "https://login.example/oauth/token",
  },
  responseTypes: ["code"],
  isOwnService: false,
};

function openModel(discovery: Discovery | undefined) {
  const asked: string[] = [];
  const port: RunPort = {
    now: () => 0,
    readPlace: async () => ({ redirectUri: "", messageUri: "", pageOrigin: "" }),
    loadRunner: async () => async (_tenantId, run) => ({
      outcome: { kind: "succeeded", result: run.setting.issuer ?? null, tokens: {} },
    }),
    async discover(from) {
      asked.push(from);
      return discovery;
    },
  };
  return { model: new RunModel(port), asked };
}

test("the model reads the server of the tenant's logins, and claims nothing before that", async () => {
  const { model, asked } = openModel(other);
  const signup = findOperation("signup");
  expect(model.explainAbsence.value(tenant, signup)).toBeUndefined();
  await model.loadServer(tenant);
  expect(asked).toEqual(["https://login.example"]);
  expect(model.explainAbsence.value(tenant, signup)).toBe(
    "Signup is not part of OpenID Connect, and login.example does not announce it.",
  );
  expect(model.explainAbsence.value(tenant, findOperation("authorize"))).toBeUndefined();
  expect(model.explainAbsence.value({ ...tenant, customOrigin: origin }, signup)).toBeUndefined();
});

test("the model claims nothing about a server that cannot be read", async () => {
  const { model } = openModel(undefined);
  await model.loadServer(tenant);
  expect(model.explainAbsence.value(tenant, findOperation("signup"))).toBeUndefined();
});

test("the model warns of a response type that the server does not announce", async () => {
  const { model } = openModel(other);
  model.load();
  await model.loadServer(tenant);
  expect(model.warningsAt(tenant)).toEqual([]);
  model.set("responseType", "token id_token");
  expect(model.warningsAt(tenant)).toEqual([
    "login.example does not announce the response type token id_token.",
  ]);
});

test("a run compares with the issuer that the server announces", async () => {
  const { model } = openModel(other);
  model.load();
  await model.loadServer(tenant);
  expect(model.settingAt(tenant)).toMatchObject({ issuer: "https://login.example" });
  await model.start(tenant);
  expect(model.run.value?.outcome).toMatchObject({ result: "https://login.example" });
});

test("the form counts as touched after a change or another operation", () => {
  const { model } = openModel(undefined);
  expect(model.isTouched.value).toBe(false);
  model.choose("signup");
  expect(model.isTouched.value).toBe(true);
  model.choose("authorize");
  expect(model.isTouched.value).toBe(false);
  model.set("scope", "openid");
  expect(model.isTouched.value).toBe(true);
});
