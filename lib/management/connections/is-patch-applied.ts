import { toJsonObject } from "../json.ts";
import { patchFor } from "./merge-connection-profile.ts";

/**
 * Returns true if a profile has all values of a patch. Use it after the response to an update was
 * lost. Works for both kinds of profiles.
 */
export function isPatchApplied(now: object, patch: object): boolean {
  return Object.keys(patchFor(now, toJsonObject(patch))).length === 0;
}
