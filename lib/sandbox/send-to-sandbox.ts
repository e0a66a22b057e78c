import {
  ConnectionLostError,
  fetchOverPort,
  NotReceivedError,
  type PortRequest,
  type PortResponse,
} from "./port-fetch.ts";
import { NoSandboxError } from "./no-sandbox-error.ts";
import type { SandboxPort } from "./port-messages.ts";

/** Starts the sandbox, and opens ports to it. */
export interface SandboxLink {
  /** Opens a port. It is disconnected at once if nothing listens. */
  connect(): SandboxPort;
  /**
   * Starts the sandbox if it is not running. Resolves to true when the sandbox listens, or to false
   * if there is no sandbox.
   */
  start(): Promise<boolean>;
}

/** Sends one request to the sandbox, and resolves with the head of its response. */
export type SendToSandbox = (request: PortRequest, signal?: AbortSignal) => Promise<PortResponse>;

/**
 * Creates the function that sends requests to the sandbox. If the sandbox is not ready, the
 * function starts it and sends the request once more: its document does not exist before its first
 * use, or after the browser closed it. A GET or HEAD request is also sent once more if the sandbox
 * ended before the response began (RFC 9110, section 9.2.2).
 *
 * The function rejects with a {@link NoSandboxError} if the sandbox was removed.
 */
export function createSandboxSender(link: SandboxLink): SendToSandbox {
  return async (request, signal) => {
    try {
      return await fetchOverPort(link.connect(), request, signal);
    } catch (error) {
      if (!canRetry(request, error)) throw error;
      if (!(await link.start())) throw new NoSandboxError();
      return await fetchOverPort(link.connect(), request, signal);
    }
  };
}

/** Returns false for a request that may have changed something: it is not sent again. */
function canRetry({ method }: PortRequest, error: unknown): boolean {
  if (error instanceof NotReceivedError) return true;
  return error instanceof ConnectionLostError && (method === "GET" || method === "HEAD");
}
