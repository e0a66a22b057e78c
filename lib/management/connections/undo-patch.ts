import type { ConnectionProfile, ConnectionProfilePatch } from "./connection-profile.ts";
import { readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { toJsonObject } from "../json.ts";
import { patchFor } from "./merge-connection-profile.ts";

/** The inverse of a patch that was sent. */
export interface Undo {
  /** The PATCH body that restores the old values; empty if the patch changed nothing. */
  patch: JsonObject;
  /** Properties that the patch set and that no patch can unset again. */
  lost: string[];
}

// The values to send for unset properties: the service returns null for them, but accepts no null.
// A name is never unset.
const empty: Readonly<Record<string, JsonValue>> = {
  organization: {},
  connection_name_prefix_template: "",
  enabled_features: [],
  connection_config: {},
  strategy_overrides: {},
} satisfies Record<Exclude<keyof ConnectionProfilePatch, "name">, JsonValue>;

/**
 * Inverts a patch that was sent, with the profile from before it. The result has only properties
 * that the patch changed. Objects and lists are complete, with unknown members, because the service
 * replaces them.
 *
 * If the profile may have changed since then, merge first. Pass `patch` to `mergeConnectionProfile`
 * as the user's edit, with the response to the sent patch as the base.
 */
export function invertPatch(sent: JsonObject, before: ConnectionProfile): Undo {
  const earlier = toJsonObject(before);
  const patch: [string, JsonValue][] = [];
  const lost: string[] = [];
  for (const name of Object.keys(patchFor(earlier, sent))) {
    const restored = readMember(earlier, name) ?? readMember(empty, name);
    if (restored === undefined) lost.push(name);
    else patch.push([name, restored]);
  }
  return { patch: Object.fromEntries(patch), lost };
}
