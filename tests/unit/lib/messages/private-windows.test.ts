import { expect, test } from "vitest";

import { commands, type CommandName } from "../../../../lib/messages/commands.ts";
import { storesOnDevice } from "../../../../lib/messages/private-windows.ts";

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
  "panel-view.keep": true,
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
  "events.read-rate": false,
  "events.mark-viewed": true,
  "update.install": false,
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
