import * as z from "zod/mini";
import {
  fromByteText,
  responseMessageSchema,
  toByteText,
  type ResponseMessage,
  type SandboxPort,
  type SentRequest,
} from "./port-messages.ts";

/** A response as it came over a port. Its cookies stay in the sandbox's jar. */
export interface PortResponse {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** A request for a port: a page may not set all of its headers, so they are no `Request`. */
export interface PortRequest {
  url: string;
  method: string;
  headers: Headers;
  body?: Uint8Array;
  /** True if the sandbox's cookies go with the request, and those of the response are kept. */
  hasCookies: boolean;
}

/** The other end closed the port before the response was complete. */
export class ConnectionLostError extends TypeError {
  override name = "ConnectionLostError";
}

/** No program has received the request. */
export class NotReceivedError extends ConnectionLostError {
  override name = "NotReceivedError";
}

/** The statuses whose responses have no body (Fetch standard, "null body status"). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends one request over a port, and resolves with the head of its response. The port closes with
 * the end of the body, when the body is cancelled, and when the signal aborts: the responder knows
 * at once that its reader has gone.
 *
 * @throws {NotReceivedError} if nothing was ready for the request, so that it can be sent again
 * @throws {ConnectionLostError} if the other end closed the port later
 */
export async function fetchOverPort(
  port: SandboxPort,
  request: PortRequest,
  signal?: AbortSignal,
): Promise<PortResponse> {
  signal?.throwIfAborted();
  const messages = createMessageQueue(port);
  const abort = (): void => {
    messages.fail(signal?.reason);
    port.disconnect();
  };
  signal?.addEventListener("abort", abort, { once: true });
  const close = (): void => {
    signal?.removeEventListener("abort", abort);
    port.disconnect();
  };
  const sent: SentRequest = {
    kind: "request",
    url: request.url,
    method: request.method,
    headers: [...request.headers],
    hasCookies: request.hasCookies,
    ...(request.body !== undefined && { body: toByteText(request.body) }),
  };
  try {
    await waitForReady(messages, signal);
    port.post(sent);
    const head = await messages.next();
    if (head.kind !== "head") throw createLostError();
    const { status } = head;
    const headers = new Headers(head.headers);
    if (!head.hasBody || bodiless.has(status)) {
      close();
      return { status, headers, body: null };
    }
    return { status, headers, body: createBody(port, messages, close) };
  } catch (error) {
    close();
    throw error;
  }
}

async function waitForReady(messages: MessageQueue, signal?: AbortSignal): Promise<void> {
  const first = await messages.next().catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new NotReceivedError("The sandbox tenant is not running.", { cause });
  });
  if (first.kind !== "ready") throw createLostError();
}

function createBody(
  port: SandboxPort,
  messages: MessageQueue,
  close: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        port.post({ kind: "pull" });
        try {
          const message = await messages.next();
          if (message.kind === "piece") controller.enqueue(fromByteText(message.bytes));
          else if (message.kind === "end") {
            controller.close();
            close();
          } else throw createLostError();
        } catch (error) {
          close();
          throw error;
        }
      },
      cancel: close,
    },
    // Request the next piece only when the caller reads.
    { highWaterMark: 0 },
  );
}

interface MessageQueue {
  /** Resolves with the next message; rejects when the port is closed or the request aborted. */
  next(): Promise<ResponseMessage>;
  fail(reason: unknown): void;
}

function createMessageQueue(port: SandboxPort): MessageQueue {
  const arrived: ResponseMessage[] = [];
  let waiting: PromiseWithResolvers<ResponseMessage> | undefined;
  let failure: { reason: unknown } | undefined;

  function fail(reason: unknown): void {
    failure ??= { reason };
    waiting?.reject(failure.reason);
    waiting = undefined;
  }

  port.onMessage((message) => {
    const parsed = z.safeParse(responseMessageSchema, message);
    if (!parsed.success) fail(createLostError());
    else if (waiting === undefined) arrived.push(parsed.data);
    else {
      waiting.resolve(parsed.data);
      waiting = undefined;
    }
  });
  port.onDisconnect(() => fail(createLostError()));

  return {
    fail,
    async next() {
      const first = arrived.shift();
      if (first !== undefined) return first;
      if (failure !== undefined) throw failure.reason;
      waiting = Promise.withResolvers();
      return await waiting.promise;
    },
  };
}

function createLostError(): ConnectionLostError {
  return new ConnectionLostError("The sandbox tenant ended before its response was complete.");
}
