import { extension } from "./extension-api.ts";

/** Returns what the administrator of this browser has set. Firefox rejects without a policy. */
export function readManagedStorage(): Promise<unknown> {
  return extension.storage.managed.get(null);
}

/** Calls the listener when the administrator has changed it. Chromium alone reports that. */
export function onManagedStorageChanged(listener: () => void): void {
  extension.storage.onChanged.addListener((_changes, area) => {
    if (area === "managed") listener();
  });
}
