import type { JsonObject } from "../../encoding/json.ts";
import { patchFor } from "./merge-connection-profile.ts";

/**
 * Returns true if a profile of either kind has all values of a patch. Use this function after the
 * response to an update was lost.
 */
export function isPatchApplied(now: object, patch: JsonObject): boolean {
  return Object.keys(patchFor(now, patch)).length === 0;
}
