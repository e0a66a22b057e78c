import type { JsonValue } from "../encoding/json.ts";

/** Nesting beyond this depth is refused: no real token comes near it, and every later walk may then recurse. */
const MAX_JSON_DEPTH = 64;

export type JsonReading =
  | { ok: true; value: JsonValue; duplicateMembers: string[] }
  | { ok: false; reason: "not-json" | "too-deep" };

/**
 * Parses one JSON text, never throwing. Where a member name repeats the last value counts, as RFC 7519 section 4 allows;
 * the repeated names of the outermost object are listed.
 */
export function readJson(text: string): JsonReading {
  if (isTooDeep(text)) return { ok: false, reason: "too-deep" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "not-json" };
  }
  // JSON.parse yields nothing but JSON values; the check is what tells the compiler so.
  if (!isJsonValue(value)) return { ok: false, reason: "not-json" };
  return { ok: true, value, duplicateMembers: findDuplicateMembers(text) };
}

function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

// A string as a whole, or one structural character: enough to follow the nesting of a JSON text. The closing quote is
// optional so that an unterminated string is passed over once; trying again from each quote inside it would take quadratic time.
const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]:]/gsu;

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** Expects a text that JSON.parse has accepted. */
function findDuplicateMembers(text: string): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  let previous = "";
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (token === ":" && depth === 1) {
      const name = String(JSON.parse(previous));
      if (seen.has(name)) repeated.add(name);
      seen.add(name);
    }
    previous = token;
  }
  return [...repeated];
}
