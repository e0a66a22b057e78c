import { extension } from "./extension-api.ts";

/** Returns the version of this extension. */
export function extensionVersion(): string {
  return extension.runtime.getManifest().version;
}

/** Returns the permissions that this browser's manifest requires. */
export function readPermissions(): string[] {
  return extension.runtime.getManifest().permissions ?? [];
}

/** Returns the name and the main version of the browser, as it tells every web server. */
export function browserName(): string {
  // Edge and Opera name Chrome too, so Chrome is the last one.
  for (const [token, name] of names) {
    const version = navigator.userAgent.split(`${token}/`)[1]?.split(/[ .]/u)[0];
    if (version !== undefined) return `${name} ${version}`;
  }
  return "Unknown browser";
}

const names = [
  ["Firefox", "Firefox"],
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Chrome", "Chrome"],
] as const;
