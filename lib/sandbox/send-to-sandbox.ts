import {
  ConnectionLostError,
  fetchOverPort,
  NotReceivedError,
  type PortRequest,
  type PortResponse,
} from "./port-fetch.ts";
import { NoSandboxError } from "./no-sandbox-error.ts";
import type { SandboxPort } from "./port-messages.ts";

/** The way to the sandbox. */
export interface SandboxLink {
  /** Opens a port. It is disconnected at once if nothing listens. */
  connect(): SandboxPort;
  /**
   * Starts the sandbox if it does not run; resolves when it listens, with false if there is no
   * sandbox to start.
   */
  start(): Promise<boolean>;
}

/** Sends one request to the sandbox, and resolves with the head of its response. */
export type SendToSandbox = (request: PortRequest, signal?: AbortSignal) => Promise<PortResponse>;

/**
 * Creates the function that sends requests to the sandbox. A request for which nothing was ready is
 * sent once more after the sandbox was started: a document is not there before its first use, nor
 * after the browser has ended it. A request with a safe method is also sent once more if the
 * sandbox ended before the response began, as browsers do (RFC 9110, section 9.2.2).
 *
 * The function rejects with a {@link NoSandboxError} if the sandbox was removed.
 */
export function createSandboxSender(link: SandboxLink): SendToSandbox {
  return async (request, signal) => {
    try {
      return await fetchOverPort(link.connect(), request, signal);
    } catch (error) {
      if (!canRepeat(request, error)) throw error;
      if (!(await link.start())) throw new NoSandboxError();
      return await fetchOverPort(link.connect(), request, signal);
    }
  };
}

/** Returns false for a request that may have changed something: it is not sent again. */
function canRepeat({ method }: PortRequest, error: unknown): boolean {
  if (error instanceof NotReceivedError) return true;
  return error instanceof ConnectionLostError && (method === "GET" || method === "HEAD");
}
