import { describe, expect, test } from "vitest";

import { commands } from "../../../../lib/messages/commands.ts";

test("every command name consists of a noun and a verb", () => {
  expect(Object.keys(commands).length).toBeGreaterThan(5);
  for (const name of Object.keys(commands)) expect(name).toMatch(/^[a-z-]+\.[a-z-]+$/);
});

test("no response can contain a credential", () => {
  const credential = {
    kind: "client_credentials",
    scopes: [],
    remembering: "session",
    isLocked: false,
    clientSecret: "hunter2",
  };
  const parsed = commands["credential.save"]().response.parse(credential);
  expect(JSON.stringify(parsed)).not.toContain("hunter2");
});

describe("the bounds of the requests", () => {
  const exchange = {
    name: "Legacy tokens",
    subject_token_type: "urn:acme:legacy",
    action_id: "act_1",
    type: "custom_authentication",
  };

  const tenantId = "https://acme.example";
  const details = { name: "Acme", origin: tenantId, clientId: "app" };
  const update = { tenantId, base: { id: "cop_1", name: "staff" }, patch: {}, isUndo: false };

  test.each([
    ["login.open", { tenantId, loginId: "a", url: "x".repeat(20_001) }],
    ["login.open", { tenantId, loginId: "x".repeat(201), url: "x" }],
    ["login.open", { tenantId, url: "x" }],
    ["events.mark-viewed", { tenantId, through: 1.5 }],
    ["events.mark-viewed", { through: 1 }],
    ["connection-profile.update", { ...update, base: { id: "" } }],
    ["connection-profile.update", { ...update, base: { id: "x".repeat(201) } }],
    ["connection-profile.update", { ...update, patch: [] }],
    ["connection-profile.check-update", { ...update, base: {} }],
    ["token-exchange-profile.create", { tenantId, body: { ...exchange, id: "tep_1" } }],
    ["token-exchange-profile.create", { tenantId, body: { ...exchange, type: "other" } }],
    ["tenant.save", { ...details, origin: "https://acme.example/x" }],
    ["tenant.save", { ...details, colour: "plaid" }],
    ["stream.resume-from", { tenantId, from: { kind: "cursor", cursor: "x".repeat(10_001) } }],
  ] as const)("%s rejects %j", (name, request) => {
    expect(commands[name]().request.safeParse(request).success).toBe(false);
  });

  test.each([
    ["tenant.save", details],
    ["token-exchange-profile.create", { tenantId, body: exchange, confirmation: "Acme" }],
    ["connection-profile.update", { ...update, patch: { name: "workforce" } }],
    ["connection-profile.update", { ...update, patch: { of_a_later_version: { deep: [null] } } }],
    ["events.mark-viewed", { tenantId, through: 0 }],
  ] as const)("%s accepts %j", (name, request) => {
    expect(commands[name]().request.safeParse(request).success).toBe(true);
  });
});
