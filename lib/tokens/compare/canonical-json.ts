import type { JsonValue } from "../../encoding/json.ts";

/**
 * Writes a value as JSON with sorted names, so that equal values have equal texts: the order of
 * members has no meaning (RFC 8259, section 4). Recursive: `readJson` limits the depth.
 */
export function writeCanonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${writeCanonical(inner)}`)
    .sort();
  return `{${members.join(",")}}`;
}
