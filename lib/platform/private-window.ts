import { extension } from "./extension-api.ts";

/** Whether this page is in a private window. Chromium opens the pages of an extension in ordinary ones alone, Firefox in both. */
export function isPrivateWindow(): boolean {
  return extension.extension.inIncognitoContext === true;
}
