import { toJsonObject } from "../json.ts";
import { patchFor } from "./merge-connection-profile.ts";

/**
 * True when a resource, as it is now, holds everything that a patch would set: what a change whose answer was lost is judged by.
 * For profiles of both kinds.
 */
export function isPatchApplied(now: object, patch: object): boolean {
  return Object.keys(patchFor(now, toJsonObject(patch))).length === 0;
}
