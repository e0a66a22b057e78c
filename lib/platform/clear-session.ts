import { extension } from "./extension-api.ts";

/** Removes all that this extension keeps in memory of the browser session. */
export function clearSession(): Promise<void> {
  return extension.storage.session.clear();
}
