import { awaitArrival } from "./await-arrival.ts";
import { performInPage } from "./perform-in-page.ts";
import type { PageHostPorts } from "./page-port.ts";
import type { RunHost } from "./run-operation.ts";

/**
 * Creates the host that runs operations in the inspected page. All that it returns is untrusted.
 */
export function createPageHost(ports: PageHostPorts): RunHost {
  return {
    perform: (call, context) => performInPage(call, context, ports),
    leave: (url, { signal, ...departure }) => awaitArrival({ url, ...departure }, ports, signal),
  };
}
