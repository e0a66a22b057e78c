import type { JsonValue } from "../../encoding/json.ts";
import { writeName, writeVisible } from "../write-visible.ts";

/** The number of characters of a folded value: about four lines of the narrowest table. */
const foldedLength = 240;
/** The most characters that are laid out at once. A copy contains all of them. */
const unfoldedLength = 50_000;

/** A value as the table shows it. */
export interface ShownValue {
  text: string;
  /** The number of all characters; undefined if the text is not shortened when it is folded. */
  length: number | undefined;
  /** True if the unfolded text is shortened too. */
  isCut: boolean;
}

/** Formats a value as JSON on one line, and shortens a long one unless it is unfolded. */
export function shortenValue(value: JsonValue, isUnfolded = false): ShownValue {
  const max = isUnfolded ? unfoldedLength : foldedLength;
  const json = typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "");
  const { length } = json;
  const isCut = length > unfoldedLength;
  const known = length > foldedLength ? length : undefined;
  // Escape only the shown part: a value can have a million characters.
  const cut = length > max ? json.slice(0, max).toWellFormed() : json;
  if (typeof value !== "string") {
    return { text: `${writeName(cut)}${length > max ? "…" : ""}`, length: known, isCut };
  }
  const quoted = writeVisible(cut) ?? "";
  return { text: length > max ? `${quoted.slice(0, -1)}…` : quoted, length: known, isCut };
}
