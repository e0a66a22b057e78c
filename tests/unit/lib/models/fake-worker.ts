import { expect, onTestFinished } from "vitest";

import {
  createCommandAnswerer,
  createCommandSender,
  type CommandHandlers,
  type CommandSender,
} from "../../../../lib/messages/command-channel.ts";
import { fakeHandlers } from "../messages/fake-handlers.ts";

/**
 * Creates a worker behind the real channel, with fakes of the expected commands. Another command
 * fails the test, even if the model handles its failure.
 */
export function createFakeWorker(given: Partial<CommandHandlers> = {}): {
  send: CommandSender;
  /** The received commands with their requests. */
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

/** Creates a worker that is gone: each command fails as unreachable. */
export function createLostWorker(): CommandSender {
  return createCommandSender(() => Promise.reject(new Error("Receiving end does not exist.")));
}
