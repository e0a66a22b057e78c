import type { ConnectionProfile } from "./connection-profile.ts";
import { mergeConnectionProfile } from "./merge-connection-profile.ts";

/** Compares two versions of a profile; an unset property equals an empty one. */
export function isSameProfile(before: ConnectionProfile, now: ConnectionProfile): boolean {
  return mergeConnectionProfile(before, {}, now).differences.length === 0;
}
