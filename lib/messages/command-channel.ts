import * as z from "zod/mini";
import {
  commands,
  type CommandName,
  type CommandRequest,
  type CommandResponse,
} from "./commands.ts";
import { sharesTokens, storesOnDevice } from "./private-windows.ts";
import { errorReportSchema, RemoteError, reportError } from "./remote-error.ts";

/** Sends one message to the worker and waits for its answer. */
export type MessageTransport = (message: unknown) => Promise<unknown>;

/** Runs one command in the worker. Rejects with a {@link RemoteError} if it fails. */
export type CommandSender = <Name extends CommandName>(
  name: Name,
  request: CommandRequest<Name>,
) => Promise<CommandResponse<Name>>;

/** The worker's functions for the commands, one for each. */
export type CommandHandlers = {
  [Name in CommandName]: (request: CommandRequest<Name>) => Promise<CommandResponse<Name>>;
};

/** The sender of a message, as the browser describes it. The message itself has no influence. */
export interface MessageSender {
  /** True for a page of this extension; false for a content script or a foreign page. */
  isOwnPage: boolean;
  /** True for a page in a private window; its commands store nothing on the device. */
  isPrivate: boolean;
}

const envelopeSchema = z.object({ command: z.string(), request: z.unknown() });
const answerSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), response: z.unknown() }),
  z.object({ ok: z.literal(false), error: errorReportSchema }),
]);
type Answer = z.infer<typeof answerSchema>;

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

function refuse(code: string, message: string): Answer {
  return { ok: false, error: { code, message, facts: {} } };
}

/** Creates the page's end of the channel, which sends commands and parses each answer. */
export function createCommandSender(transport: MessageTransport): CommandSender {
  return async (name, request) => {
    let received: unknown;
    try {
      received = await transport({ command: name, request });
      // A worker that is stopped before it answers can leave its sender with nothing.
      if (received === undefined || received === null) throw new TypeError("No answer came.");
    } catch {
      throw new RemoteError({
        code: "worker-unreachable",
        message: "The background worker did not respond. Reload the extension, then try again.",
        facts: {},
      });
    }
    const answer = z.safeParse(answerSchema, received);
    if (!answer.success) {
      throw unreadableAnswer(name);
    }
    if (!answer.data.ok) throw new RemoteError(answer.data.error);
    return readResponse(commands[name]().response, answer.data.response, name);
  };
}

function readResponse<Response>(
  schema: z.ZodMiniType<Response>,
  response: unknown,
  name: CommandName,
): Response {
  const parsed = z.safeParse(schema, response);
  if (!parsed.success) throw unreadableAnswer(name);
  return parsed.data;
}

function unreadableAnswer(name: CommandName): RemoteError {
  return new RemoteError({
    code: "unreadable-answer",
    message:
      "The background worker sent an unknown response, probably because the extension was updated. Close this page and open it again.",
    facts: { command: name },
  });
}

/**
 * Creates the worker's end of the channel, which parses a message, runs its handler and returns a
 * response or an error report. The returned promise never rejects. For a message that is not a
 * command, the function returns `undefined`, so that other listeners can answer.
 */
export function createCommandAnswerer(handlers: CommandHandlers) {
  return (message: unknown, sender: MessageSender): Promise<Answer> | undefined => {
    const envelope = z.safeParse(envelopeSchema, message);
    if (!envelope.success) return undefined;
    const { command, request } = envelope.data;
    if (!sender.isOwnPage) {
      return Promise.resolve(
        refuse("not-trusted", "Only pages of this extension may send commands."),
      );
    }
    if (!isCommandName(command)) {
      return Promise.resolve(
        refuse("unknown-command", `Unknown command: ${command.slice(0, 60)}.`),
      );
    }
    if (sender.isPrivate && storesOnDevice(command, request)) {
      return Promise.resolve(
        refuse(
          "private-window",
          "This page is in a private window, which cannot store data on this device. Open the page in a regular window, then try again.",
        ),
      );
    }
    if (sender.isPrivate && sharesTokens(command)) {
      return Promise.resolve(
        refuse(
          "private-window",
          "This page is in a private window, which does not share tokens with regular windows. Open the page in a regular window to see their tokens.",
        ),
      );
    }
    return answer(command, handlers[command], request);
  };
}

async function answer<Name extends CommandName>(
  name: Name,
  handle: CommandHandlers[Name],
  request: unknown,
): Promise<Answer> {
  const schema: z.ZodMiniType<CommandRequest<Name>> = commands[name]().request;
  const parsed = z.safeParse(schema, request);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join(".") ?? "";
    return refuse(
      "invalid-request",
      `Invalid input for the command ${name}${field === "" ? "" : ` (${field})`}.`,
    );
  }
  try {
    return { ok: true, response: await handle(parsed.data) };
  } catch (error) {
    return { ok: false, error: reportError(error) };
  }
}
