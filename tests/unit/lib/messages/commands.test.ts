import { describe, expect, test } from "vitest";

import { commands, storesOnDevice, type CommandName } from "../../../../lib/messages/commands.ts";

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

/**
 * True for a command that stores data on the device, which a private window must not do. A new
 * command does not compile without an entry.
 */
const storing: Record<CommandName, boolean> = {
  "tenant.check": false,
  "tenant.save": true,
  "sandbox.open": true,
  "sandbox.start": false,
  "local-tenant.find": false,
  "local-tenant.open": true,
  "tenant.select": true,
  "tenant.forget": false,
  "credential.save": true,
  "credential.unlock": false,
  "credential.test": false,
  "credential.forget": false,
  "everything.forget": false,
  "settings.export": false,
  "settings.preview": false,
  "settings.import": true,
  "settings.rescue": false,
  "settings.reset": false,
  "events.reset": false,
  "login.redirect-url": false,
  "login.open": false,
  "login.arrive": false,
  "login.cancel": false,
  "preset.list": false,
  "preset.save": true,
  "preset.delete": false,
  "run.record": false,
  "run.list": false,
  "run.forget": false,
  "seen-token.add": false,
  "seen-token.list": false,
  "seen-token.forget": false,
  "token-exchange-profile.list": false,
  "token-exchange-profile.create": false,
  "token-exchange-profile.list-creations": false,
  "token-exchange-profile.check-creation": false,
  "token-exchange-profile.acknowledge-creation": false,
  "token-exchange-profile.update": false,
  "token-exchange-profile.delete": false,
  "token-exchange.run": false,
  "token-exchange.forecast": false,
  "connection-profile.list": false,
  "connection-profile.update": false,
  "connection-profile.list-updates": false,
  "connection-profile.check-update": false,
  "connection-profile.acknowledge-update": false,
  "stream.retry": false,
  "stream.configure": true,
  "stream.resume-from": true,
  "events.mark-viewed": true,
  "options.open": false,
};

test.each(Object.entries(storing))("%s stores data on the device: %s", (name, expected) => {
  const command = Object.keys(commands).find((one): one is CommandName => one === name);
  expect(command !== undefined && storesOnDevice(command, {})).toBe(expected);
});

test("a credential for the session only is not stored on the device", () => {
  expect(storesOnDevice("credential.save", { remembering: "session" })).toBe(false);
  expect(storesOnDevice("credential.save", { remembering: "device" })).toBe(true);
});
