import * as z from "zod/mini";

/** Any JSON value (RFC 8259, section 3). */
export const jsonValueSchema = z.json();
export type JsonValue = z.infer<typeof jsonValueSchema>;

export const jsonObjectSchema = z.record(z.string(), jsonValueSchema);
export type JsonObject = z.infer<typeof jsonObjectSchema>;

/** Parses a JSON text; returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Returns true for `{…}`, false for arrays and for `null`. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an own member of the object, never an inherited one such as `constructor`. */
export function readMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns the value if it is a string, and undefined otherwise. */
export function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
