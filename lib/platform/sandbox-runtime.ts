import type { SandboxPort } from "../sandbox/port-messages.ts";
import type { SandboxLink } from "../sandbox/send-to-sandbox.ts";
import { createSandboxHost } from "./sandbox-host.ts";
import { extension } from "./extension-api.ts";
import {
  connectToSandbox,
  receivePortsBesideDocument,
  receiveSandboxPorts,
} from "./sandbox-ports.ts";

/** Set by the build: true for browsers with offscreen documents. */
declare const __HAS_OFFSCREEN__: boolean;

/** The sandbox, for the background: only it can start and remove the sandbox. */
export interface SandboxRuntime extends SandboxLink {
  /** Ends the sandbox and deletes all that it stored. */
  remove(): Promise<void>;
}

/**
 * Creates the runtime, and adds the listener for the requests of pages: call this in the
 * background's first turn. Chromium's background has no `Worker`, so that a document contains the
 * sandbox there; Firefox's background is a page, which has one, and no such documents.
 *
 * @param removeState deletes what the sandbox stored, after it has ended
 */
export function createSandboxRuntime(removeState: () => Promise<void>): SandboxRuntime {
  return __HAS_OFFSCREEN__ ? createDocumentRuntime(removeState) : createPageRuntime(removeState);
}

function createPageRuntime(removeState: () => Promise<void>): SandboxRuntime {
  const host = createSandboxHost();
  receiveSandboxPorts(host.serve);
  return {
    connect: host.connect,
    start: () => Promise.resolve(),
    async remove() {
      host.stop();
      await removeState();
    },
  };
}

function createDocumentRuntime(removeState: () => Promise<void>): SandboxRuntime {
  let opening: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    opening ??= openDocument().finally(() => {
      opening = undefined;
    });
    await opening;
  };
  /** The requests of pages, whose ports stay open while this worker has them. */
  const requests = new Set<SandboxPort>();
  const endRequests = (): void => {
    for (const each of requests) each.disconnect();
    requests.clear();
  };
  receivePortsBesideDocument((port) => {
    requests.add(port);
    port.onDisconnect(() => requests.delete(port));
    // The document did not listen when this port was opened. Its sender starts it, and sends again.
    if (opening !== undefined) port.disconnect();
    else
      void hasDocument().then((isOpen) => {
        if (!isOpen) port.disconnect();
      });
  }, endRequests);
  return {
    connect: connectToSandbox,
    start,
    async remove() {
      await opening?.catch(() => undefined);
      if (await hasDocument()) await chrome.offscreen.closeDocument();
      endRequests();
      await removeState();
    },
  };
}

const documentPath = "sandbox-host.html";

async function hasDocument(): Promise<boolean> {
  const documentUrl = extension.runtime.getURL(documentPath);
  const open = await chrome.runtime.getContexts({
    contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT],
  });
  return open.some((context) => context.documentUrl === documentUrl);
}

async function openDocument(): Promise<void> {
  if (await hasDocument()) return;
  await chrome.offscreen.createDocument({
    url: documentPath,
    reasons: [chrome.offscreen.Reason.WORKERS],
    justification: "Runs the sandbox tenant in a dedicated worker.",
  });
}
