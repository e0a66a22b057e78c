import {
  isJsonObject,
  jsonObjectSchema,
  readMember,
  type JsonObject,
  type JsonValue,
} from "../encoding/json.ts";

/** Returns the JSON form of an object: a copy without undefined members. */
export function toJsonObject(value: object): JsonObject {
  return jsonObjectSchema.parse(JSON.parse(JSON.stringify(value)));
}

/** Returns the value at a path of member names and list indexes. */
export function readPath(
  value: JsonValue | undefined,
  [name, ...rest]: readonly string[],
): JsonValue | undefined {
  if (name === undefined) return value;
  if (Array.isArray(value)) return readPath(value[Number(name)], rest);
  return isJsonObject(value) ? readPath(readMember(value, name), rest) : undefined;
}

/**
 * Returns true for an unset property. The service returns null for it or omits it, and a form has
 * an empty field.
 */
export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Compares two JSON values. The order of array items is significant, that of members is not. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSameJson(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameJson(readMember(one, name), readMember(other, name)));
}
