import {
  fetchOverPort,
  NotReceivedError,
  type PortRequest,
  type PortResponse,
} from "./port-fetch.ts";
import type { SandboxPort } from "./port-messages.ts";

/** The way to the sandbox. */
export interface SandboxLink {
  /** Opens a port. It is disconnected at once if nothing listens. */
  connect(): SandboxPort;
  /** Starts the sandbox if it does not run; resolves when it listens. */
  start(): Promise<void>;
}

/** Sends one request to the sandbox, and resolves with the head of its response. */
export type SendToSandbox = (request: PortRequest, signal?: AbortSignal) => Promise<PortResponse>;

/**
 * Creates the function that sends requests to the sandbox. A request for which nothing was ready is
 * sent once more after the sandbox was started: a document is not there before its first use, nor
 * after the browser has ended it.
 */
export function createSandboxSender(link: SandboxLink): SendToSandbox {
  return async (request, signal) => {
    try {
      return await fetchOverPort(link.connect(), request, signal);
    } catch (error) {
      // Once sent, a request may have changed something: it is not sent again.
      if (!(error instanceof NotReceivedError)) throw error;
      await link.start();
      return await fetchOverPort(link.connect(), request, signal);
    }
  };
}
