import { permissionPatternOf, sandboxOrigin } from "../messages/domain.ts";
import { extension } from "./extension-api.ts";

const sandboxPattern = permissionPatternOf(sandboxOrigin);

/**
 * Resolves to true if the extension has access to this match pattern; the user can revoke it. The
 * sandbox needs no permission: it is a part of the extension.
 */
export async function hasHostPermission(pattern: string): Promise<boolean> {
  if (pattern === sandboxPattern) return true;
  return await extension.permissions.contains({ origins: [pattern] });
}

/**
 * Asks the user for all match patterns in one prompt. The browser omits patterns that were granted
 * before, and the sandbox needs none. Call this in the handler of a click in a page of the
 * extension, before any `await`.
 */
export async function requestHostPermissions(patterns: string[]): Promise<boolean> {
  const origins = patterns.filter((pattern) => pattern !== sandboxPattern);
  return origins.length === 0 || (await extension.permissions.request({ origins }));
}

/** Reports granted and removed hosts. Ignores other permissions, such as notifications. */
export function onHostPermissionsChanged(listener: () => void): void {
  const onChange = ({ origins = [] }: { origins?: string[] | undefined }) => {
    if (origins.length > 0) listener();
  };
  extension.permissions.onAdded.addListener(onChange);
  extension.permissions.onRemoved.addListener(onChange);
}

/** Removes the host permissions that the user granted, but not those that the manifest requires. */
export async function dropHostPermissions(): Promise<void> {
  const required = new Set<string>(extension.runtime.getManifest().host_permissions ?? []);
  const { origins = [] } = await extension.permissions.getAll();
  const granted = origins.filter((origin) => !required.has(origin));
  if (granted.length > 0) await extension.permissions.remove({ origins: granted });
}
