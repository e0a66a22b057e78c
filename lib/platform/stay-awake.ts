import { extension } from "./extension-api.ts";

/**
 * One small extension call. A worker is ended half a minute after its last one, whatever arrives over an open stream in
 * the meantime; writing to session storage is the cheapest that both browsers count.
 */
export async function stayAwake(): Promise<void> {
  await extension.storage.session.set({ heardAt: Date.now() });
}
