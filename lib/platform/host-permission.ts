import { extension } from "./extension-api.ts";

/** Whether requests to an origin of this match pattern are permitted now; the user can take it back at any time. */
export function hasHostPermission(pattern: string): Promise<boolean> {
  return extension.permissions.contains({ origins: [pattern] });
}

/** Asks the user. Call it directly from a click in a page of the extension, before anything is awaited. */
export function requestHostPermission(pattern: string): Promise<boolean> {
  return extension.permissions.request({ origins: [pattern] });
}

/** Reports every grant and every removal. */
export function onHostPermissionsChanged(listener: () => void): void {
  extension.permissions.onAdded.addListener(() => listener());
  extension.permissions.onRemoved.addListener(() => listener());
}
