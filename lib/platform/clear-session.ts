import { extension } from "./extension-api.ts";

/** Removes all data of this extension from `storage.session`. */
export function clearSession(): Promise<void> {
  return extension.storage.session.clear();
}
