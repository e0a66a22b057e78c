import type { SandboxPort } from "../sandbox/port-messages.ts";

/** The last message of a port whose other end has gone: a `MessagePort` does not tell it. */
const gone = "gone";

/** Returns a port over a `MessagePort`. Each end tells the other one that it has gone. */
export function toSandboxPort(port: MessagePort): SandboxPort {
  const disconnects: (() => void)[] = [];
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    port.close();
  };
  port.addEventListener("message", ({ data }) => {
    if (data !== gone || !isOpen) return;
    close();
    for (const each of disconnects) each();
  });
  port.start();
  return {
    post(message) {
      if (!isOpen) throw new Error("The port is closed.");
      port.postMessage(message);
    },
    onMessage: (listener) =>
      port.addEventListener("message", ({ data }) => {
        if (data !== gone) listener(data);
      }),
    onDisconnect: (listener) => void disconnects.push(listener),
    disconnect() {
      if (!isOpen) return;
      port.postMessage(gone);
      close();
    },
  };
}

/** Calls back for each port that the owner of this dedicated worker sends. */
export function receivePorts(onPort: (port: SandboxPort) => void): void {
  addEventListener("message", ({ ports: [port] }) => {
    if (port !== undefined) onPort(toSandboxPort(port));
  });
}
