import type { WithLock } from "../events/ports.ts";

/**
 * Runs a task while it holds a lock that all pages and workers share. The browser releases the lock
 * if its holder dies.
 */
export const withLock: WithLock = (name, signal, run) =>
  navigator.locks.request(name, { signal }, run);
