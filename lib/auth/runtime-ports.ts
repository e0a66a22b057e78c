import { fail } from "./auth-error.ts";
import { findPagePorts } from "./page-ports.ts";
import type { AuthPorts, MessagesPort, PagePorts, ResolvedPorts, RuntimePorts } from "./ports.ts";
import { omitFalsy, toRecord } from "./records.ts";

/** Returns the ports of any modern runtime. Reads the globals only when called. */
function findRuntimePorts(): RuntimePorts {
  return {
    clock: {
      now: () => Date.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    fetch,
    crypto,
  };
}

/** Merges ports. The caller's take precedence over the page's, and these over the runtime's. */
export function resolvePorts(given: Partial<AuthPorts>): ResolvedPorts {
  // A port that is given as undefined must not hide the default.
  return { ...findRuntimePorts(), ...findPagePorts(given.storage), ...omitFalsy({ ...given }) };
}

/**
 * Returns a port.
 *
 * @throws AuthError `runtime_error` if the port is missing, as outside a page
 */
export function requirePort<Name extends keyof PagePorts>(
  ports: ResolvedPorts,
  name: Name,
): NonNullable<ResolvedPorts[Name]> {
  return (
    ports[name] ??
    fail("runtime_error", `The port ${name} is missing.`, "port_missing", {
      remedy: "Give it in the option ports.",
    })
  );
}

/**
 * Listens to the messages of one window at one origin. Any other window may post messages here too.
 *
 * @returns a function that stops listening
 */
export function listenTo(
  messages: MessagesPort,
  window: unknown,
  expectedOrigin: string,
  onMessage: (data: Record<string, unknown>) => void,
): () => void {
  return messages.listen(({ source, origin, data }) => {
    // The source is null if the sending window is already closed.
    if (source && source === window && origin === expectedOrigin) onMessage(toRecord(data));
  });
}

/** Leaves the page for another URL. */
export async function leavePage(ports: ResolvedPorts, url: string): Promise<void> {
  await requirePort(ports, "navigation").goTo(url);
}
