import type { Page } from "playwright";
import * as z from "zod/mini";
import type { CommandName, CommandRequest } from "../../../lib/messages/commands.ts";

const answerSchema = z.looseObject({
  error: z.optional(z.unknown()),
  response: z.optional(z.unknown()),
});

/** Sends a command to the worker like a page of the extension; throws if the worker rejects it. */
export async function callWorker<Name extends CommandName>(
  page: Page,
  command: Name,
  request: CommandRequest<Name>,
): Promise<unknown> {
  const message = JSON.stringify({ command, request });
  const answer = await page.evaluate<unknown>(`chrome.runtime.sendMessage(${message})`);
  const { error, response } = answerSchema.parse(answer);
  if (error !== undefined) throw new Error(`${command}: ${JSON.stringify(error)}`);
  return response;
}
