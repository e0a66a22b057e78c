import {
  isJsonObject,
  jsonValueSchema,
  readMember,
  type JsonObject,
  type JsonValue,
} from "../encoding/json.ts";

/** Returns the value as it is sent: without members that are undefined. */
export function toJson(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined;
  return jsonValueSchema.parse(JSON.parse(JSON.stringify(value)));
}

/** Returns an object as it is sent; a value that is sent as anything else has no members. */
export function toJsonObject(value: object): JsonObject {
  const json = toJson(value);
  return isJsonObject(json) ? json : {};
}

/** Returns true for an unset property: the service returns null or leaves it out, and a form shows an empty field. */
export function isNothing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Compares two values as JSON: the order of members is not significant, the order of array items is. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSameJson(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameJson(readMember(one, name), readMember(other, name)));
}
