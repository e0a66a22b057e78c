import type { ConnectionProfile } from "./connection-profile.ts";
import { mergeConnectionProfile } from "./merge-connection-profile.ts";

/** Compares two versions of a profile. An unset property is the same as an empty one. */
export function isSameProfile(before: ConnectionProfile, now: ConnectionProfile): boolean {
  return mergeConnectionProfile(before, {}, now).differences.length === 0;
}
