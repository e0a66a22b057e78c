import { plural } from "../../lib/encoding/plural.ts";
import { shorten } from "../../lib/encoding/shorten.ts";
import { writeVisible } from "../../lib/models/write-visible.ts";
import { fieldsOf } from "./json-nodes.ts";

/** Of a longer text, only the beginning is shown; a copy contains the whole text. */
const maxTextLength = 1_000;

/** Tells how many items or fields a value has. */
export function writeSize(value: unknown, size: number): string {
  if (Array.isArray(value)) return size === 0 ? "[ ]" : `[ ${plural(size, "item")} ]`;
  return size === 0 ? "{ }" : `{ ${plural(size, "field")} }`;
}

/** Formats a value on one line, and shortens a long one. */
export function writeShort(value: unknown, maxLength = 80): string {
  const text = writeVisible(value) ?? "undefined";
  return shorten(text, maxLength);
}

/** Formats a value of the tree: a text or another value without parts. */
export function writeText(value: unknown): string {
  if (typeof value === "object" && value !== null) return "… too deeply nested to show";
  const text = writeVisible(value) ?? "";
  const rest = text.length - maxTextLength;
  return rest > 0 ? `${shorten(text, maxTextLength)} (${rest} more characters)` : text;
}

/** Formats the copy of a value: a string as it is, any other value as JSON. */
export function writeCopy(root: unknown, path: readonly string[]): string {
  let value = root;
  for (const name of path) value = new Map(fieldsOf(value) ?? []).get(name);
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
