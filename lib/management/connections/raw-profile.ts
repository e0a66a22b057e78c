import { findJsonProblem, type JsonProblem } from "./find-json-problem.ts";
import { isJsonObject, jsonValueSchema, parseJson, type JsonObject } from "../../encoding/json.ts";

/** The parsed text of the raw editor, or its first problem. */
export type RawProfileReading =
  | { ok: true; edit: JsonObject }
  | { ok: false; problem: JsonProblem };

const maxTextLength = 256 * 1024;

/**
 * Formats a profile or an edit as text for the raw editor. Includes all properties of the profile,
 * even unknown ones, except the id, which never changes.
 */
export function formatRawProfile(profile: JsonObject): string {
  const entries = Object.entries(profile).filter(([name]) => name !== "id");
  return JSON.stringify(Object.fromEntries(entries), undefined, 2);
}

/** Parses the text of the raw editor. */
export function readRawProfile(text: string): RawProfileReading {
  if (text.length > maxTextLength) {
    const message = `The text has ${text.length} characters, and the limit is ${maxTextLength}. Shorten it.`;
    return { ok: false, problem: { message, line: 1, column: 1, offset: 0 } };
  }
  const problem = findJsonProblem(text);
  if (problem !== undefined) return { ok: false, problem };
  const edit = jsonValueSchema.parse(parseJson(text));
  if (isJsonObject(edit)) return { ok: true, edit };
  const message = "A profile must be a JSON object: it starts with { and ends with }.";
  return { ok: false, problem: { message, line: 1, column: 1, offset: 0 } };
}
