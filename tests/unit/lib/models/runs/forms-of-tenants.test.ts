import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import type { CapturedRun } from "../../../../../lib/runs/from-request/captured-request.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { writeToken } from "../../tokens/sign-token.ts";
import { openModel } from "./stage-run.ts";

const other: Tenant = { ...sampleTenant, id: "https://other.example", name: "other" };
const token = writeToken({ alg: "RS256" }, { sub: "ada" });

/** Opens two filled forms at a tenant: user info with a token, and a login with a password. */
function open() {
  const tenant = signal<Tenant | undefined>(sampleTenant);
  const { model } = openModel({}, { tenant });
  model.choose("user-info");
  model.set("accessToken", "opaque-access-1");
  model.choose("login");
  model.set("username", "ada@example.com");
  model.set("password", "correct-horse-1");
  model.setParameters(
    `login_hint=ada\nid_token_hint=${token}\n["client_secret","s"]\nno equals sign`,
  );
  return { model, tenant };
}

test("secrets and tokens of every form are removed for another tenant, and the rest stays", () => {
  const { model, tenant } = open();
  tenant.value = other;
  expect(model.values.value["username"]).toBe("ada@example.com");
  expect(model.values.value["password"] ?? "").toBe("");
  expect(model.parameters.value).toBe("login_hint=ada\nno equals sign");
  expect(model.leftOut.value).toEqual({
    tenant: sampleTenant,
    labels: ["Password", "id_token_hint", "client_secret"],
  });
  model.choose("user-info");
  expect(model.values.value["accessToken"] ?? "").toBe("");
  tenant.value = sampleTenant;
  expect(model.values.value["accessToken"] ?? "", "nothing is kept for later").toBe("");
});

test("the removed values are named until the form changes or another one is shown", () => {
  const changes = [
    (model: ReturnType<typeof open>["model"]) => model.set("password", "x"),
    (model: ReturnType<typeof open>["model"]) => model.choose("signup"),
    (model: ReturnType<typeof open>["model"]) => model.reset(),
  ];
  for (const change of changes) {
    const { model, tenant } = open();
    tenant.value = other;
    expect(model.leftOut.value?.labels).toContain("Password");
    change(model);
    expect(model.leftOut.value).toBeUndefined();
  }
});

test("the form stays as it is if the same tenant gets other settings, or is unknown for a moment", () => {
  const { model, tenant } = open();
  tenant.value = { ...sampleTenant, name: "renamed" };
  tenant.value = undefined;
  tenant.value = sampleTenant;
  expect(model.values.value["password"]).toBe("correct-horse-1");
  expect(model.leftOut.value).toBeUndefined();
});

test("a form without secrets says nothing about them", () => {
  const { model, tenant } = open();
  model.choose("authorize");
  model.set("scope", "openid");
  tenant.value = other;
  expect(model.values.value["scope"]).toBe("openid");
  expect(model.leftOut.value).toBeUndefined();
});

test("the undo of a captured request does not bring back the secrets of another tenant", () => {
  const { model, tenant } = open();
  const run: CapturedRun = {
    draft: { operation: "login", way: "page", values: {}, parameters: [], order: [] },
    title: "Login with a password",
    line: "POST https://login.example/co/authenticate",
    origin: "https://login.example",
    notes: [],
  };
  model.takeCaptured(run);
  tenant.value = other;
  expect(model.captured.value, "its notice stays").toBe(run);
  model.undoCaptured();
  expect(model.values.value["username"]).toBe("ada@example.com");
  expect(model.values.value["password"] ?? "").toBe("");
});

test("the undo of a reset does not bring back the secrets of another tenant", () => {
  const { model, tenant } = open();
  model.reset();
  tenant.value = other;
  model.undoReplaced();
  expect(model.values.value["username"]).toBe("ada@example.com");
  expect(model.values.value["password"] ?? "").toBe("");
});

test("secrets of a forgotten tenant are removed at once, also without another tenant", () => {
  const { model, tenant } = open();
  model.forgetTenant(other);
  expect(model.values.value["password"], "of the tenant that stays").toBe("correct-horse-1");
  tenant.value = undefined;
  model.forgetTenant(sampleTenant);
  expect(model.values.value["password"] ?? "").toBe("");
  expect(model.values.value["username"]).toBe("ada@example.com");
});
