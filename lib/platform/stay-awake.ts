import { extension } from "./extension-api.ts";

/**
 * Resets the worker's idle timer with a call of the extension API. Browsers end a worker 30 seconds
 * after its last such call, even while an open stream delivers data. A write to `storage.session`
 * is the cheapest call that resets the timer in both browsers.
 */
export async function stayAwake(): Promise<void> {
  await extension.storage.session.set({ heardAt: Date.now() });
}
