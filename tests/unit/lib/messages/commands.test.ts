import { describe, expect, test } from "vitest";

import { commands } from "../../../../lib/messages/commands.ts";

test("every command is named by a noun and a verb", () => {
  expect(Object.keys(commands).length).toBeGreaterThan(5);
  for (const name of Object.keys(commands)) expect(name).toMatch(/^[a-z-]+\.[a-z-]+$/);
});

test("no response has room for a credential", () => {
  const credential = { kind: "client_credentials", scopes: [], clientSecret: "hunter2" };
  const parsed = commands["credential.save"].response.parse(credential);
  expect(JSON.stringify(parsed)).not.toContain("hunter2");
});

describe("what the requests are bounded by", () => {
  const exchange = {
    name: "Legacy tokens",
    subject_token_type: "urn:acme:legacy",
    action_id: "act_1",
    type: "custom_authentication",
  };

  test.each([
    ["login.open", { url: "x".repeat(20_001) }],
    ["events.mark-viewed", { through: 1.5 }],
    ["connection-profile.update", { id: "", patch: {} }],
    ["connection-profile.update", { id: "x".repeat(201), patch: {} }],
    ["connection-profile.update", { id: "cop_1", patch: { id: "cop_2" } }],
    ["connection-profile.update", { id: "cop_1", patch: { enabled_features: ["sso"] } }],
    ["token-exchange-profile.create", { ...exchange, id: "tep_1" }],
    ["token-exchange-profile.create", { ...exchange, type: "other" }],
    ["tenant.save", { name: "Acme", origin: "https://acme.example/x", clientId: "app" }],
  ] as const)("%s refuses %j", (name, request) => {
    expect(commands[name].request.safeParse(request).success).toBe(false);
  });

  test.each([
    ["tenant.save", { name: "Acme", origin: "https://acme.example", clientId: "app" }],
    ["token-exchange-profile.create", exchange],
    ["connection-profile.update", { id: "cop_1", patch: { name: "workforce" } }],
    ["events.mark-viewed", { through: 0 }],
  ] as const)("%s takes what its form sends", (name, request) => {
    expect(commands[name].request.safeParse(request).success).toBe(true);
  });
});
