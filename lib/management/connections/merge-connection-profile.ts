import type { ConnectionProfile } from "./connection-profile.ts";
import { isJsonObject, readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { isNothing, isSameJson, toJsonObject } from "../json.ts";

/** One place where the three versions are not all alike. An absent side means that the value is not there. */
export interface PathDifference {
  /** From the profile down to the value: `["strategy_overrides", "okta", "enabled_features"]`. */
  path: string[];
  /**
   * Who changed it: one's own edit, somebody else, both to the same value (`same`), both to sets of features that can
   * be joined (`joined`), or both to values that exclude each other (`conflict`).
   */
  kind: "mine" | "theirs" | "same" | "joined" | "conflict";
  base?: JsonValue;
  mine?: JsonValue;
  theirs?: JsonValue;
}

export interface ProfileMerge {
  differences: PathDifference[];
  /**
   * The edit to go on with: the profile as it is now, with every change of one's own on top, those in conflict
   * included: nothing that was entered is lost until the reader says so.
   */
  edit: JsonObject;
}

// Given by the service, so nobody's edit.
const GIVEN = new Set(["id"]);

/**
 * Compares one's own edit (`mine`: PATCH properties; what it leaves out is untouched) and the profile as it is now
 * (`theirs`) with the version that the edit began with. Objects are compared member by member; a list is one value,
 * except for enabled features, which are a set.
 */
export function mergeConnectionProfile(
  base: ConnectionProfile,
  mine: object,
  theirs: ConnectionProfile,
): ProfileMerge {
  const versions = {
    base: toJsonObject(base),
    mine: toJsonObject(mine),
    theirs: toJsonObject(theirs),
  };
  const names = new Set(Object.values(versions).flatMap((version) => Object.keys(version)));
  const differences: PathDifference[] = [];
  const edit: [string, JsonValue][] = [];
  for (const name of names) {
    if (GIVEN.has(name)) continue;
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

/** The edit with the value of `theirs`, the profile as it is now, at one place of difference instead of one's own. */
export function takeTheirs(
  edit: JsonObject,
  { path }: PathDifference,
  theirs: ConnectionProfile,
): JsonObject {
  const changed = copyAt(edit, toJsonObject(theirs), path);
  return isJsonObject(changed) ? changed : {};
}

/** The PATCH body that makes `theirs` what `edit` says: the properties that differ, each as a whole. */
export function patchFor(theirs: object, edit: JsonObject): JsonObject {
  const current = toJsonObject(theirs);
  const changed = Object.entries(edit).filter(([name, value]) => {
    const now = readMember(current, name);
    return !isSameValue([name], now, value) && !(isNothing(now) && isNothing(value));
  });
  return Object.fromEntries(changed);
}

interface Sides {
  base: JsonValue | undefined;
  mine: JsonValue | undefined;
  theirs: JsonValue | undefined;
}

/** Gives the merged value, and adds what differs at or below the path. */
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
      // Without a member it is still `{}`, null or gone, as the one who changed that left it.
      const [before, own, current] = versions.map((version) =>
        isJsonObject(version) ? {} : version,
      );
      return isSameJson(before, own) ? current : own;
    }
  }
  const { kind, value } = judge(path, sides, isMineChanged);
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
  // In the order of the profile as it is now, with one's own additions at the end.
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

function judge(
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

/** Features are a set: their order is nobody's change. */
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

/** A form that shows an unset property as empty has not changed it. */
function keepUnset(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
): JsonValue | undefined {
  return isNothing(before) && isNothing(now) ? before : now;
}

/** `target` with the value that `source` has at the path; what holds nothing any more is what it is in `source`. */
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
