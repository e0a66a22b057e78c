import type { ConnectionProfile, ConnectionProfilePatch } from "./connection-profile.ts";
import { readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { isNothing, isSameJson, toJsonObject } from "../json.ts";

/** The way back from a patch that was sent. */
export interface Undo {
  /** The PATCH body that restores what was there; empty when the patch had changed nothing. */
  patch: JsonObject;
  /** Properties that the patch gave a value and that no patch can take away again. */
  lost: string[];
}

// A body may not hold null, which is how an unset property comes back: these are what stands for nothing.
const EMPTY: Readonly<Record<string, JsonValue>> = {
  organization: {},
  connection_name_prefix_template: "",
  enabled_features: [],
  connection_config: {},
  strategy_overrides: {},
} satisfies { [Name in keyof ConnectionProfilePatch]: JsonValue };

/**
 * The inverse of a patch against the profile as it was before: it names the properties that the patch changed, and no
 * others. An object or a list goes back whole, with members that no form knows, since the service replaces what it is
 * sent. When others may have changed the profile since, give `patch` as one's own side to `mergeConnectionProfile`,
 * with the answer to the patch that was sent as the base.
 */
export function invertPatch(sent: object, before: ConnectionProfile): Undo {
  const earlier = toJsonObject(before);
  const patch: [string, JsonValue][] = [];
  const lost: string[] = [];
  for (const [name, value] of Object.entries(toJsonObject(sent))) {
    const old = readMember(earlier, name);
    if (isSameJson(old, value) || (isNothing(old) && isNothing(value))) continue;
    const restored = old ?? readMember(EMPTY, name);
    if (restored === undefined) lost.push(name);
    else patch.push([name, restored]);
  }
  return { patch: Object.fromEntries(patch), lost };
}
