import type { ConnectionProfile } from "./connection-profile.ts";
import { isJsonObject, readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { isEmpty, isSameJson, toJsonObject } from "../json.ts";

/** A path where the three versions differ. A version without a value at the path is absent. */
export interface PathDifference {
  /** The path to the value, such as `["strategy_overrides", "okta", "enabled_features"]`. */
  path: string[];
  /**
   * The side that changed the value. `same`: both sides made the same change. `joined`: both
   * changed the enabled features, and the merge contains both changes. `conflict`: the changes
   * exclude each other.
   */
  kind: "mine" | "theirs" | "same" | "joined" | "conflict";
  base?: JsonValue;
  mine?: JsonValue;
  theirs?: JsonValue;
}

export interface ProfileMerge {
  differences: PathDifference[];
  /**
   * The merged edit: the current profile with all changes of the user, including those in conflict.
   * The merge discards no input of the user.
   */
  edit: JsonObject;
}

// The service sets these, so they are never edited.
const serviceProperties = new Set(["id"]);

/**
 * Merges the user's edit (`mine`) and the current profile (`theirs`), which both started from
 * `base`. Properties that `mine` omits are unchanged, as in a PATCH. Objects are compared member by
 * member. A list is compared as one value, except that enabled features are a set.
 */
export function mergeConnectionProfile(
  base: ConnectionProfile,
  mine: JsonObject,
  theirs: ConnectionProfile,
): ProfileMerge {
  const versions = {
    base: toJsonObject(base),
    mine,
    theirs: toJsonObject(theirs),
  };
  const names = new Set(Object.values(versions).flatMap((version) => Object.keys(version)));
  const differences: PathDifference[] = [];
  const edit: [string, JsonValue][] = [];
  for (const name of names) {
    if (serviceProperties.has(name)) continue;
    const before = readMember(versions.base, name);
    const sides = {
      base: before,
      mine: Object.hasOwn(versions.mine, name) ? keepUnset(before, versions.mine[name]) : before,
      theirs: keepUnset(before, readMember(versions.theirs, name)),
    };
    const value = merge([name], sides, differences);
    if (value !== undefined) edit.push([name, value]);
  }
  return { differences, edit: Object.fromEntries(edit) };
}

/** Replaces the user's value at the path of a difference by the value of the current profile. */
export function takeTheirs(
  edit: JsonObject,
  { path }: PathDifference,
  theirs: ConnectionProfile,
): JsonObject {
  const changed = copyAt(edit, toJsonObject(theirs), path);
  return isJsonObject(changed) ? changed : {};
}

/** Returns the PATCH body that turns `theirs` into `edit`: each different property, complete. */
export function patchFor(theirs: object, edit: JsonObject): JsonObject {
  const current = toJsonObject(theirs);
  const changed = Object.entries(edit).filter(([name, value]) => {
    const now = readMember(current, name);
    const isSame = isSameValue([name], now, value) || (isEmpty(now) && isEmpty(value));
    return !isSame && !serviceProperties.has(name);
  });
  return Object.fromEntries(changed);
}

interface Sides {
  base: JsonValue | undefined;
  mine: JsonValue | undefined;
  theirs: JsonValue | undefined;
}

/** Returns the merged value, and adds the differences at or below the path. */
function merge(path: string[], sides: Sides, differences: PathDifference[]): JsonValue | undefined {
  const { base, mine, theirs } = sides;
  const isMineChanged = !isSameValue(path, base, mine);
  if (!isMineChanged && isSameValue(path, base, theirs)) return theirs;
  const versions = [base, mine, theirs];
  if (versions.some(isJsonObject) && versions.every(isObjectOrUnset)) {
    const found: PathDifference[] = [];
    const merged = mergeMembers(path, sides, found);
    if (found.length > 0) {
      differences.push(...found);
      if (Object.keys(merged).length > 0) return merged;
      // The merged object is empty. Use `{}`, null or absent, as the side that changed it has it.
      const [before, own, current] = versions.map((version) =>
        isJsonObject(version) ? {} : version,
      );
      return isSameJson(before, own) ? current : own;
    }
  }
  const { kind, value } = classifyDifference(path, sides, isMineChanged);
  differences.push({
    path,
    kind,
    ...(base === undefined ? {} : { base }),
    ...(mine === undefined ? {} : { mine }),
    ...(theirs === undefined ? {} : { theirs }),
  });
  return value;
}

function mergeMembers(path: string[], sides: Sides, differences: PathDifference[]): JsonObject {
  const base = isJsonObject(sides.base) ? sides.base : {};
  const mine = isJsonObject(sides.mine) ? sides.mine : {};
  const theirs = isJsonObject(sides.theirs) ? sides.theirs : {};
  const members: [string, JsonValue][] = [];
  // Keep the order of the current profile, with the user's additions at the end.
  const names = new Set([theirs, base, mine].flatMap((version) => Object.keys(version)));
  for (const name of names) {
    const inner = {
      base: readMember(base, name),
      mine: readMember(mine, name),
      theirs: readMember(theirs, name),
    };
    const value = merge([...path, name], inner, differences);
    if (value !== undefined) members.push([name, value]);
  }
  return Object.fromEntries(members);
}

function classifyDifference(
  path: string[],
  { base, mine, theirs }: Sides,
  isMineChanged: boolean,
): { kind: PathDifference["kind"]; value: JsonValue | undefined } {
  if (!isMineChanged) return { kind: "theirs", value: theirs };
  if (isSameValue(path, base, theirs)) return { kind: "mine", value: mine };
  if (isSameValue(path, mine, theirs)) return { kind: "same", value: mine };
  if (isFeatures(path) && Array.isArray(mine) && Array.isArray(theirs)) {
    const before = Array.isArray(base) ? base : [];
    const kept = theirs.filter((feature) => !before.includes(feature) || mine.includes(feature));
    const added = mine.filter((feature) => !before.includes(feature) && !kept.includes(feature));
    return { kind: "joined", value: [...kept, ...added] };
  }
  return { kind: "conflict", value: mine };
}

/** Compares two values. Enabled features are a set: their order is not significant. */
function isSameValue(
  path: string[],
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): boolean {
  if (isFeatures(path) && Array.isArray(one) && Array.isArray(other)) {
    return (
      one.every((feature) => other.includes(feature)) &&
      other.every((feature) => one.includes(feature))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return isSameJson(one, other);
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) =>
    isSameValue([...path, name], readMember(one, name), readMember(other, name)),
  );
}

function isFeatures(path: string[]): boolean {
  return path.at(-1) === "enabled_features";
}

function isObjectOrUnset(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || isJsonObject(value);
}

/** Returns the earlier value if both are unset: a form shows an unset property as empty. */
function keepUnset(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
): JsonValue | undefined {
  return isEmpty(before) && isEmpty(now) ? before : now;
}

/**
 * Copies a value from `source` to `target`. A target object that becomes empty takes the form
 * (`{}`, null, absent) that it has in `source`.
 */
function copyAt(
  target: JsonValue | undefined,
  source: JsonValue | undefined,
  [name, ...rest]: string[],
): JsonValue | undefined {
  if (name === undefined) return source;
  const object = isJsonObject(target) ? target : {};
  const given = isJsonObject(source) ? readMember(source, name) : undefined;
  const inner = copyAt(readMember(object, name), given, rest);
  const others = Object.entries(object).filter(([each]) => each !== name);
  if (inner === undefined && others.length === 0 && !isJsonObject(source)) return source;
  return Object.fromEntries(inner === undefined ? others : [...others, [name, inner]]);
}
