import type { ConnectionProfile } from "./connection-profile.ts";
import { isJsonObject, readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { isNothing, isSameJson, toJson, toJsonObject } from "../json.ts";

/** One difference, in the resource's own JSON. An absent side means that the property is not there. */
export interface ProfileChange {
  /** From the profile down to the value: `["strategy_overrides", "okta", "enabled_features"]`. */
  path: string[];
  before?: JsonValue;
  after?: JsonValue;
}

/**
 * Compares an edited profile with the one it started from: the changed properties as a PATCH body, and each difference. A property
 * that `edit` leaves out is untouched; one that it holds is meant as a whole, since the service replaces objects and lists it is sent.
 * Properties that no form knows are compared like the others; `id` is the service's and never part of it.
 */
export function diffProfileEdit(
  base: ConnectionProfile,
  edit: JsonObject,
): { patch: JsonObject; changes: ProfileChange[] } {
  const earlier = toJsonObject(base);
  const patch: [string, JsonValue][] = [];
  const changes: ProfileChange[] = [];
  for (const [name, value] of Object.entries(edit)) {
    const found = name === "id" ? undefined : compare(name, readMember(earlier, name), value);
    if (found === undefined) continue;
    patch.push([name, value]);
    changes.push(...found);
  }
  return { patch: Object.fromEntries(patch), changes };
}

/** The differences of one property; undefined when there is none. */
function compare(name: string, earlier: unknown, later: unknown): ProfileChange[] | undefined {
  const before = sortFeatures(toJson(earlier), name);
  const after = sortFeatures(toJson(later), name);
  if (isSameJson(before, after) || (isNothing(before) && isNothing(after))) return undefined;
  return listChanges([name], before, after);
}

/** Features are a set: their order is nobody's change. */
function sortFeatures(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) {
    if (name !== "enabled_features") return value;
    return value.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, sortFeatures(member, key)]);
  return toJson(Object.fromEntries(members));
}

function listChanges(
  path: string[],
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ProfileChange[] {
  if (isJsonObject(after) && (isJsonObject(before) || isNothing(before)) && !isNothing(after)) {
    const earlier = isJsonObject(before) ? before : {};
    const names = [...new Set([...Object.keys(earlier), ...Object.keys(after)])];
    const inner = names.flatMap((name) =>
      listChanges([...path, name], readMember(earlier, name), readMember(after, name)),
    );
    if (inner.length > 0) return inner;
  }
  if (isSameJson(before, after)) return [];
  const change: ProfileChange = { path };
  if (before !== undefined) change.before = before;
  if (after !== undefined) change.after = after;
  return [change];
}
