import { expect, onTestFinished } from "vitest";

import {
  createCommandAnswerer,
  createCommandSender,
  type CommandHandlers,
  type CommandSender,
} from "../../../../lib/messages/command-channel.ts";
import { fakeHandlers } from "../messages/fake-handlers.ts";

/**
 * A worker behind the real channel, of which a test fakes the commands it expects. A command that is not faked fails
 * the test, also when the model takes the failure for one of the worker's own.
 */
export function createFakeWorker(given: Partial<CommandHandlers> = {}): {
  send: CommandSender;
  /** The commands that came, with what they carried. */
  sent: { command: string; request: unknown }[];
} {
  const sent: { command: string; request: unknown }[] = [];
  const unfaked: string[] = [];
  const answer = createCommandAnswerer(fakeHandlers(given, (name) => unfaked.push(name)));
  const wrapped = createCommandSender(async (message) => {
    const crossed: unknown = JSON.parse(JSON.stringify(message));
    const answered: unknown = JSON.parse(
      JSON.stringify(await answer(crossed, { isOwnPage: true, isPrivate: false })),
    );
    return answered;
  });
  onTestFinished(() => {
    expect(unfaked, "commands that were not faked").toEqual([]);
  });
  return {
    sent,
    send: (command, request) => {
      sent.push({ command, request });
      return wrapped(command, request);
    },
  };
}

/** A worker that is gone: every command fails as unreachable. */
export function createLostWorker(): CommandSender {
  return createCommandSender(() => Promise.reject(new Error("Receiving end does not exist.")));
}
