import type { AuthPorts } from "../auth/index.ts";
import { performCall } from "./perform-call.ts";
import type { RunHost } from "./run-operation.ts";

/**
 * Creates the host that runs operations in the extension.
 *
 * @param ports the ports of the extension's page
 * @param leave shows a URL of the tenant in a login window
 */
export function createExtensionHost(ports: Partial<AuthPorts>, leave: RunHost["leave"]): RunHost {
  return {
    leave,
    async perform(call, { memory, log, signal }) {
      signal.throwIfAborted();
      const performed = performCall(call, { ports, memory, log });
      const cancelled = new Promise<never>((_resolve, reject) => {
        signal.addEventListener(
          "abort",
          () => {
            performed.cancel();
            reject(signal.reason);
          },
          { once: true },
        );
      });
      const outcome = await Promise.race([performed.outcome, cancelled]);
      return { outcome, memory: performed.readMemory() };
    },
  };
}
