import { extension } from "./extension-api.ts";

/** Returns true in a private window. Only Firefox opens pages of an extension there. */
export function isPrivateWindow(): boolean {
  return extension.extension.inIncognitoContext === true;
}
