import { extension } from "./extension-api.ts";

/** Returns false after the extension was updated, reloaded or removed under this page. */
export function isExtensionLoaded(): boolean {
  try {
    // The browser removes the id from a page that outlives its extension, and some versions throw.
    return typeof extension.runtime.id === "string" && extension.runtime.getURL("") !== "";
  } catch {
    return false;
  }
}

/** Loads this page again, with the code of the present version. */
export function reloadPage(): void {
  location.reload();
}
