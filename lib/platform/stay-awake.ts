import { extension } from "./extension-api.ts";

/**
 * Resets the worker's idle timer with an extension call. Browsers end a worker 30 seconds after its
 * last such call, even while an open stream delivers data. Writing to session storage is the
 * cheapest call that resets the timer in both browsers.
 */
export async function stayAwake(): Promise<void> {
  await extension.storage.session.set({ heardAt: Date.now() });
}
