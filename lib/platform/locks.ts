import type { WithLock } from "../events/ports.ts";

/** The lock of a name that all pages and workers of this extension share. The browser frees it when its holder dies. */
export const withLock: WithLock = (name, signal, run) =>
  navigator.locks.request(name, { signal }, run);
