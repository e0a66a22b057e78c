import { extension } from "./extension-api.ts";

/** Removes all that this extension keeps in its storage areas, in memory and on the device. */
export async function clearStorage(): Promise<void> {
  await extension.storage.local.clear();
  await extension.storage.session.clear();
}
