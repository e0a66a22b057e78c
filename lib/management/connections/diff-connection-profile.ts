import type { ConnectionProfile } from "./connection-profile.ts";
import { isJsonObject, readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { isEmpty, isSameJson, toJson, toJsonObject } from "../json.ts";

/** A changed value in the JSON of the profile. `before` or `after` is absent if it had no value. */
export interface ProfileChange {
  /** The path to the value, such as `["strategy_overrides", "okta", "enabled_features"]`. */
  path: string[];
  before?: JsonValue;
  after?: JsonValue;
}

/**
 * Compares an edit with its base. Returns the PATCH body with the changed properties, and each
 * difference. A property that `edit` omits is unchanged. A property in `edit` must be complete,
 * because the service replaces objects and lists. Compares unknown properties too, but not `id`.
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

/** Returns the differences of a property; undefined for none. */
function compare(name: string, earlier: unknown, later: unknown): ProfileChange[] | undefined {
  const before = sortFeatures(toJson(earlier), name);
  const after = sortFeatures(toJson(later), name);
  if (isSameJson(before, after) || (isEmpty(before) && isEmpty(after))) return undefined;
  return listChanges([name], before, after);
}

/** Sorts enabled features before the comparison, because their order is not significant. */
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
  if (isJsonObject(after) && (isJsonObject(before) || isEmpty(before)) && !isEmpty(after)) {
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
