import type { JsonValue } from "../encoding/json.ts";

/** The limit makes recursion over parsed values safe. Real tokens have far fewer levels. */
export const maxJsonDepth = 64;

export type JsonReading =
  | { ok: true; value: JsonValue; duplicateMembers: string[] }
  | { ok: false; reason: "not-json" | "too-deep" };

/**
 * Parses a JSON text; does not throw. If several members have one name, the last one counts
 * (RFC 7519, section 4). The result lists such names of the outermost object.
 */
export function readJson(text: string): JsonReading {
  const names = scanNames(text);
  if (names === undefined) return { ok: false, reason: "too-deep" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "not-json" };
  }
  // JSON.parse returns only JSON values. This check narrows the type for the compiler.
  if (!isJsonValue(value)) return { ok: false, reason: "not-json" };
  return { ok: true, value, duplicateMembers: findDuplicates(names) };
}

function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol";
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Lists the names of the outermost object, still in quotes; undefined for a text with too many
 * levels. A regular expression takes ten times as long, which shows with 10,000 claims.
 */
function scanNames(text: string): string[] | undefined {
  const names: string[] = [];
  let depth = 0;
  let lastString = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = findStringEnd(text, at);
      if (depth === 1) lastString = text.slice(at, end + 1);
      at = end;
    } else if (code === openObject || code === openArray) {
      depth += 1;
      if (depth > maxJsonDepth) return undefined;
    } else if (code === closeObject || code === closeArray) depth -= 1;
    else if (code === colon && depth === 1) names.push(lastString);
  }
  return names;
}

/** Returns the place of the closing quote; the end of the text if there is none. */
function findStringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at += code === backslash ? 2 : 1;
  }
  return text.length;
}

/** Lists the repeated names. Expects the names of a text that JSON.parse accepts. */
function findDuplicates(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const quoted of names) {
    const name = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return [...repeated];
}
