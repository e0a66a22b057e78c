import type { JsonValue } from "../encoding/json.ts";

/** The limit makes recursion over parsed values safe. Real tokens have far fewer levels. */
const maxJsonDepth = 64;

export type JsonReading =
  | { ok: true; value: JsonValue; duplicateMembers: string[] }
  | { ok: false; reason: "not-json" | "too-deep" };

/**
 * Parses a JSON text; does not throw. If several members have one name, the last one counts
 * (RFC 7519, section 4). The result lists such names of the outermost object.
 */
export function readJson(text: string): JsonReading {
  if (isTooDeep(text)) return { ok: false, reason: "too-deep" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "not-json" };
  }
  // JSON.parse returns only JSON values. This check narrows the type for the compiler.
  if (!isJsonValue(value)) return { ok: false, reason: "not-json" };
  return { ok: true, value, duplicateMembers: findDuplicateMembers(text) };
}

function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

// Matches a whole string or one structural character. The closing quote is optional, so that an
// unterminated string is one match: a new attempt at each quote would take quadratic time.
const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]:]/gsu;

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

/** Lists the repeated names of the outermost object. Expects a text that JSON.parse accepts. */
function findDuplicateMembers(text: string): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  let previous = "";
  for (const [token] of text.matchAll(jsonToken)) {
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
