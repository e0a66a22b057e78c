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
  /** Creates what the sandbox needs to start. Does nothing if that exists. */
  create(): Promise<void>;
  /** Ends the sandbox and deletes all that it stored. */
  remove(): Promise<void>;
}

/** The stored state of the sandbox, which starts only if the state exists. */
export interface SandboxState {
  readonly create: () => Promise<void>;
  readonly exists: () => Promise<boolean>;
  /** Deletes it; called after the sandbox has ended. */
  readonly remove: () => Promise<void>;
}

/**
 * Creates the runtime, and adds the listener for the requests of pages: call this in the
 * background's first turn. Chromium's background has no `Worker`, so that a document contains the
 * sandbox there; Firefox's background is a page, which has one, and no such documents.
 */
export function createSandboxRuntime(state: SandboxState): SandboxRuntime {
  return __HAS_OFFSCREEN__ ? createDocumentRuntime(state) : createPageRuntime(state);
}

function createPageRuntime(state: SandboxState): SandboxRuntime {
  const host = createSandboxHost();
  receiveSandboxPorts(host.serve);
  return {
    connect: host.connect,
    create: state.create,
    start: state.exists,
    async remove() {
      host.stop();
      await state.remove();
    },
  };
}

function createDocumentRuntime(state: SandboxState): SandboxRuntime {
  let opening: Promise<void> | undefined;
  const start = async (): Promise<boolean> => {
    if (!(await state.exists())) return false;
    opening ??= openDocument().finally(() => {
      opening = undefined;
    });
    await opening;
    return true;
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
    create: state.create,
    start,
    async remove() {
      await opening?.catch(() => undefined);
      if (await hasDocument()) await chrome.offscreen.closeDocument();
      endRequests();
      await state.remove();
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
