import { extension } from "./extension-api.ts";

/**
 * Calls the listener with the version of an update that the browser has loaded. Call this in the
 * worker's first turn. Firefox installs an update at once without a listener; with one it
 * waits for {@link restart} or for its next start. Chromium installs it when the worker ends.
 */
export function onUpdateOffered(listener: (version: string) => void): void {
  extension.runtime.onUpdateAvailable.addListener(({ version }) => listener(version));
}

/** Loads the extension again, with its update. */
export function restart(): void {
  extension.runtime.reload();
}

/** Calls the listener with the keys that changed in `storage.session`. */
export function onSessionChanged(listener: (keys: readonly string[]) => void): void {
  extension.storage.onChanged.addListener((changes, area) => {
    if (area === "session") listener(Object.keys(changes));
  });
}
