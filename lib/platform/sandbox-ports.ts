import type { SandboxPort } from "../sandbox/port-messages.ts";
import { extension } from "./extension-api.ts";
import { toFeedPort } from "./feed-ports.ts";
import { classifyOwnSender } from "./runtime-messages.ts";

type RuntimePort = ReturnType<typeof extension.runtime.connect>;

/** The name of a port that carries one request to the sandbox. */
const sandboxPortName = "sandbox-request";
/** The name of the port by which the sandbox's document notices the end of the worker. */
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
 * Creates the function that leaves ports to the worker, for a document that receives them too. A
 * port stays open for its sender while any receiver has it. When the worker ends, the document
 * therefore ends the ports that were for the worker, so that their senders connect again.
 */
export function createPortLeaver(): (port: RuntimePort) => void {
  const ports = new Set<RuntimePort>();
  let life: RuntimePort | undefined;
  return (port) => {
    ports.add(port);
    port.onDisconnect.addListener(() => ports.delete(port));
    if (life !== undefined) return;
    life = extension.runtime.connect({ name: lifePortName });
    life.onDisconnect.addListener(() => {
      life = undefined;
      for (const each of ports) each.disconnect();
      ports.clear();
    });
  };
}
