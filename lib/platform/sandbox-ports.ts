import type { SandboxPort } from "../sandbox/port-messages.ts";
import { extension } from "./extension-api.ts";
import { toFeedPort } from "./feed-ports.ts";
import { classifyOwnSender } from "./runtime-messages.ts";

type RuntimePort = ReturnType<typeof extension.runtime.connect>;

/** The name of a port that carries one request to the sandbox. */
const sandboxPortName = "sandbox-request";
/** The name of the port by which the sandbox's document and the worker notice each other's end. */
const lifePortName = "sandbox-life";

/** Opens a port to the sandbox. If nothing listens, the port is disconnected at once. */
export function connectToSandbox(): SandboxPort {
  return toFeedPort(extension.runtime.connect({ name: sandboxPortName }));
}

/**
 * Calls back for each request of the extension's pages.
 *
 * @param onOther receives the ports of other names. To disconnect one would end it for its sender.
 */
export function receiveSandboxPorts(
  onPort: (port: SandboxPort) => void,
  onOther: (port: RuntimePort) => void = () => undefined,
): void {
  extension.runtime.onConnect.addListener((port) => {
    if (port.name !== sandboxPortName) {
      onOther(port);
      return;
    }
    const isOwn = port.sender !== undefined && classifyOwnSender(port.sender).isOwnPage;
    if (isOwn) onPort(toFeedPort(port));
    else port.disconnect();
  });
}

/**
 * Receives ports in the sandbox's document, beside the worker. Both receive every port, and a port
 * stays open for its sender while one of them has it. Each therefore watches the life of the other
 * one, and ends the ports that were for it, so that their senders connect again.
 *
 * @param serve receives the ports for the sandbox
 */
export function receivePortsBesideWorker(serve: (port: SandboxPort) => void): void {
  const workerPorts = new Set<RuntimePort>();
  let life: RuntimePort | undefined;
  const watchWorker = (): void => {
    if (life !== undefined) return;
    life = extension.runtime.connect({ name: lifePortName });
    life.onDisconnect.addListener(() => {
      life = undefined;
      for (const each of workerPorts) each.disconnect();
      workerPorts.clear();
    });
  };
  receiveSandboxPorts(
    (port) => {
      watchWorker();
      serve(port);
    },
    (port) => {
      watchWorker();
      workerPorts.add(port);
      port.onDisconnect.addListener(() => workerPorts.delete(port));
    },
  );
}

/**
 * Receives ports in the worker, beside the sandbox's document.
 *
 * @param onRequest receives the ports for the sandbox
 * @param onDocumentEnd is called when the document has ended
 */
export function receivePortsBesideDocument(
  onRequest: (port: SandboxPort) => void,
  onDocumentEnd: () => void,
): void {
  receiveSandboxPorts(onRequest, (port) => {
    if (port.name === lifePortName) port.onDisconnect.addListener(onDocumentEnd);
  });
}
