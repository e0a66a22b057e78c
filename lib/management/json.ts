import * as z from "zod/mini";

/** Any JSON value (RFC 8259, section 3). */
export const jsonValueSchema = z.json();
export type JsonValue = z.infer<typeof jsonValueSchema>;

export const jsonObjectSchema = z.record(z.string(), jsonValueSchema);
export type JsonObject = z.infer<typeof jsonObjectSchema>;

/** True for `{…}`, false for arrays and for `null`. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of the object's own; what every object inherits is none. */
export function readMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A value as it goes over the wire: members that are undefined are not part of it. */
export function toJson(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined;
  return jsonValueSchema.parse(JSON.parse(JSON.stringify(value)));
}

/** The same of a value that is an object; what comes out as anything else has no members. */
export function toJsonObject(value: object): JsonObject {
  const json = toJson(value);
  return isJsonObject(json) ? json : {};
}

/** Unset properties come back as null or not at all, and a form shows all of these as nothing. */
export function isNothing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Parses a text that should be JSON; undefined when it is not. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Equal as JSON: members in any order, array items in theirs. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSameJson(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameJson(readMember(one, name), readMember(other, name)));
}
