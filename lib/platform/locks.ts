import type { WithLock } from "../events/ports.ts";

/** Holds a lock that all pages and workers share. The browser releases it if its holder dies. */
export const withLock: WithLock = (name, signal, run) =>
  navigator.locks.request(name, { signal }, run);
