import type { CommandHandlers } from "../../../../lib/messages/command-channel.ts";

/**
 * Creates handlers for a test. A call of a handler that the test did not give fails with its name.
 */
export function fakeHandlers(
  given: Partial<CommandHandlers>,
  onUnfaked: (name: string) => void = () => undefined,
): CommandHandlers {
  const refuse = (name: string) => (): never => {
    onUnfaked(name);
    throw new Error(`The command ${name} was not faked for this test, and was sent.`);
  };
  return {
    "tenant.check": refuse("tenant.check"),
    "tenant.save": refuse("tenant.save"),
    "tenant.select": refuse("tenant.select"),
    "tenant.forget": refuse("tenant.forget"),
    "credential.save": refuse("credential.save"),
    "credential.unlock": refuse("credential.unlock"),
    "credential.test": refuse("credential.test"),
    "credential.forget": refuse("credential.forget"),
    "everything.forget": refuse("everything.forget"),
    "settings.export": refuse("settings.export"),
    "settings.preview": refuse("settings.preview"),
    "settings.import": refuse("settings.import"),
    "settings.rescue": refuse("settings.rescue"),
    "settings.reset": refuse("settings.reset"),
    "events.reset": refuse("events.reset"),
    "login.redirect-url": refuse("login.redirect-url"),
    "login.open": refuse("login.open"),
    "login.cancel": refuse("login.cancel"),
    "token-exchange-profile.list": refuse("token-exchange-profile.list"),
    "token-exchange-profile.create": refuse("token-exchange-profile.create"),
    "token-exchange-profile.list-creations": refuse("token-exchange-profile.list-creations"),
    "token-exchange-profile.check-creation": refuse("token-exchange-profile.check-creation"),
    "token-exchange-profile.acknowledge-creation": refuse(
      "token-exchange-profile.acknowledge-creation",
    ),
    "token-exchange-profile.update": refuse("token-exchange-profile.update"),
    "token-exchange-profile.delete": refuse("token-exchange-profile.delete"),
    "token-exchange.run": refuse("token-exchange.run"),
    "token-exchange.forecast": refuse("token-exchange.forecast"),
    "connection-profile.list": refuse("connection-profile.list"),
    "connection-profile.update": refuse("connection-profile.update"),
    "connection-profile.list-updates": refuse("connection-profile.list-updates"),
    "connection-profile.check-update": refuse("connection-profile.check-update"),
    "connection-profile.acknowledge-update": refuse("connection-profile.acknowledge-update"),
    "stream.retry": refuse("stream.retry"),
    "stream.configure": refuse("stream.configure"),
    "stream.resume-from": refuse("stream.resume-from"),
    "events.mark-viewed": refuse("events.mark-viewed"),
    "options.open": refuse("options.open"),
    ...given,
  };
}
