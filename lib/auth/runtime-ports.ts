import type { AuthPorts, ResolvedPorts, RuntimePorts } from "./ports.ts";

/**
 * The ports that any modern runtime has. The globals are looked up at each use, never while the module
 * loads, so that the library can be imported anywhere.
 */
const runtimePorts: RuntimePorts = {
  clock: {
    now: () => Date.now(),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  },
  fetch: (url, request) => fetch(url, request),
  crypto: {
    getRandomValues: (bytes) => crypto.getRandomValues(bytes),
    get subtle() {
      return crypto.subtle;
    },
  },
};

/** The caller's ports first, then those of the place, then those of the runtime. */
export function resolvePorts(
  given: Partial<AuthPorts>,
  place: Partial<AuthPorts> = {},
): ResolvedPorts {
  // A port given as undefined counts as not given: it must not hide the default.
  const present = Object.fromEntries(
    Object.entries(given).filter(([, port]) => port !== undefined),
  );
  return { ...runtimePorts, ...place, ...present };
}

/**
 * The port that a method cannot do without.
 *
 * @throws TypeError when this instance has none: it runs outside a page and none was given
 */
export function requirePort<Name extends keyof ResolvedPorts>(
  ports: ResolvedPorts,
  name: Name,
  method: string,
): NonNullable<ResolvedPorts[Name]> {
  const port = ports[name];
  if (port === undefined || port === null) {
    throw new TypeError(
      `${method} needs the port "${name}", and there is none outside a page. Give one to the constructor: new WebAuth({ ..., ports: { ${name} } }).`,
    );
  }
  return port;
}
