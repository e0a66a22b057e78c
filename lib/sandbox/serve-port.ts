import * as z from "zod/mini";
import {
  pullSchema,
  sentRequestSchema,
  toByteText,
  type ResponseMessage,
  type SandboxPort,
  type SentRequest,
} from "./port-messages.ts";

/** Responds to a request; the signal aborts when its reader has gone. */
export type Respond = (request: SentRequest, signal: AbortSignal) => Promise<Response>;

/**
 * Responds to the one request of a port. Other messages close it: only the extension's own pages
 * connect, so a message of another shape is a mistake in the program.
 */
export function servePort(port: SandboxPort, respond: Respond): void {
  const gone = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let hasRequest = false;

  const end = (): void => {
    if (gone.signal.aborted) return;
    gone.abort();
    // A stream that has failed already rejects here as well.
    reader?.cancel().catch(() => undefined);
    port.disconnect();
  };
  const post = (message: ResponseMessage): void => {
    if (gone.signal.aborted) return;
    try {
      port.post(message);
    } catch {
      // The other end has gone, and the browser has not told so yet.
      end();
    }
  };
  const start = async (request: SentRequest): Promise<void> => {
    const response = await respond(request, gone.signal);
    reader = response.body?.getReader();
    if (gone.signal.aborted) {
      await reader?.cancel();
      return;
    }
    post({
      kind: "head",
      status: response.status,
      headers: [...response.headers],
      hasBody: reader !== undefined,
    });
  };
  const sendPiece = async (): Promise<void> => {
    const piece = await reader?.read();
    if (piece?.value === undefined) {
      post({ kind: "end" });
      end();
    } else post({ kind: "piece", bytes: toByteText(piece.value) });
  };
  const fail = (): void => {
    post({ kind: "broken" });
    end();
  };

  post({ kind: "ready" });
  port.onDisconnect(end);
  port.onMessage((message) => {
    const request = z.safeParse(sentRequestSchema, message);
    if (request.success && !hasRequest) {
      hasRequest = true;
      start(request.data).catch(fail);
    } else if (reader !== undefined && z.safeParse(pullSchema, message).success) {
      sendPiece().catch(fail);
    } else end();
  });
}
