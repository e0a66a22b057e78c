import type { CommandHandlers } from "../../../../lib/messages/command-channel.ts";
import { commands, type CommandName } from "../../../../lib/messages/commands.ts";

const commandNames = Object.keys(commands).filter((name): name is CommandName =>
  Object.hasOwn(commands, name),
);

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
  const handlers = { ...given };
  for (const name of commandNames) handlers[name] ??= refuse(name);
  if (!isComplete(handlers)) throw new Error("A command has no handler.");
  return handlers;
}

function isComplete(handlers: Partial<CommandHandlers>): handlers is CommandHandlers {
  return commandNames.every((name) => handlers[name] !== undefined);
}
