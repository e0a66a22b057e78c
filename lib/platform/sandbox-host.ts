import type { SandboxPort } from "../sandbox/port-messages.ts";
import { toSandboxPort } from "./worker-ports.ts";

/** The worker with the tenant, which starts with the first request. */
export interface SandboxHost {
  /** Opens a port to the tenant. */
  readonly connect: () => SandboxPort;
  /** Passes the messages of a port on to the tenant, and back. */
  readonly serve: (port: SandboxPort) => void;
  /** Ends the worker. The next request starts another one. */
  readonly stop: () => void;
}

/** Creates the host. A page with `Worker` can call this: a service worker has none. */
export function createSandboxHost(): SandboxHost {
  let worker: Worker | undefined;
  const connect = (): SandboxPort => {
    worker ??= startWorker();
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(undefined, [port2]);
    return toSandboxPort(port1);
  };
  return {
    connect,
    serve(port) {
      join(port, connect());
    },
    stop() {
      worker?.terminate();
      worker = undefined;
    },
  };
}

function startWorker(): Worker {
  return new Worker("/sandbox-worker.js");
}

/** Passes the messages and the end of each port to the other one. */
function join(one: SandboxPort, other: SandboxPort): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.onMessage((message) => to.post(message));
    from.onDisconnect(() => to.disconnect());
  }
}
