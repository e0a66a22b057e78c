import { fail } from "./auth-error.ts";
import { findPagePorts } from "./page-ports.ts";
import type { AuthPorts, MessagesPort, PagePorts, ResolvedPorts, RuntimePorts } from "./ports.ts";
import { keepFilled, toRecord } from "./records.ts";

/**
 * The ports that any modern runtime has. The globals are looked up when an instance is made, never while the
 * module loads, so that the library can be imported anywhere.
 */
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

/** Merges the caller's ports over those of the page, and these over those of the runtime. */
export function resolvePorts(given: Partial<AuthPorts>): ResolvedPorts {
  // A port given as undefined counts as not given: it must not hide the default.
  return { ...findRuntimePorts(), ...findPagePorts(), ...keepFilled({ ...given }) };
}

/**
 * The port that a method cannot do without.
 *
 * @throws AuthError `runtime_error` when this instance has none: it runs outside a page and none was given
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
 * Listens to one window as long as it shows one origin: any other may post here, too.
 *
 * @returns ends it
 */
export function listenTo(
  messages: MessagesPort,
  window: unknown,
  expected: string,
  hear: (data: Record<string, unknown>) => void,
): () => void {
  return messages.listen(({ source, origin, data }) => {
    // A missing source (a window already gone) is nobody's.
    if (source && source === window && origin === expected) hear(toRecord(data));
  });
}

/** Leaves the page for another address. */
export async function leavePage(ports: ResolvedPorts, url: string): Promise<void> {
  await requirePort(ports, "navigation").goTo(url);
}
