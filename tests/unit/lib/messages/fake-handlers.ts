import type { CommandHandlers } from "../../../../lib/messages/command-channel.ts";

/** Handlers of which each one that is not given fails the call, and says so by name. */
export function fakeHandlers(
  given: Partial<CommandHandlers>,
  onUnfaked: (name: string) => void = () => undefined,
): CommandHandlers {
  const refuse = (name: string) => (): never => {
    onUnfaked(name);
    throw new Error(`The command ${name} was not faked for this test, and was sent.`);
  };
  return {
    "tenant.save": refuse("tenant.save"),
    "credential.save": refuse("credential.save"),
    "credential.forget": refuse("credential.forget"),
    "login.redirect-url": refuse("login.redirect-url"),
    "login.open": refuse("login.open"),
    "token-exchange-profile.create": refuse("token-exchange-profile.create"),
    "connection-profile.list": refuse("connection-profile.list"),
    "connection-profile.update": refuse("connection-profile.update"),
    "stream.retry": refuse("stream.retry"),
    "events.mark-viewed": refuse("events.mark-viewed"),
    "options.open": refuse("options.open"),
    ...given,
  };
}
