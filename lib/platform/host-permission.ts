import { extension } from "./extension-api.ts";

/** Whether requests to an origin of this match pattern are permitted now; the user can take it back at any time. */
export function hasHostPermission(pattern: string): Promise<boolean> {
  return extension.permissions.contains({ origins: [pattern] });
}

/**
 * Asks the user for the hosts of all these match patterns in one question; granted ones are not asked for again. Call it
 * directly from a click in a page of the extension, before anything is awaited.
 */
export function requestHostPermissions(patterns: string[]): Promise<boolean> {
  return extension.permissions.request({ origins: patterns });
}

/** Reports every grant and every removal of hosts; one of another permission, such as notifications, is no business of a stream's. */
export function onHostPermissionsChanged(listener: () => void): void {
  const tell = ({ origins = [] }: { origins?: string[] | undefined }) => {
    if (origins.length > 0) listener();
  };
  extension.permissions.onAdded.addListener(tell);
  extension.permissions.onRemoved.addListener(tell);
}

/** Gives back what the user granted; what the manifest requires stays. */
export async function dropHostPermissions(): Promise<void> {
  const required = new Set<string>(extension.runtime.getManifest().host_permissions ?? []);
  const { origins = [] } = await extension.permissions.getAll();
  const granted = origins.filter((origin) => !required.has(origin));
  if (granted.length > 0) await extension.permissions.remove({ origins: granted });
}
