import { isJsonObject, readMember, type JsonObject } from "../encoding/json.ts";
import { readJson } from "../tokens/read-json.ts";

/** Parameters in the order of the wire; a name can occur more than once. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** The maximum number of parameters of one message. The inspected page can send any number. */
const maxParameters = 500;

/** Returns the first value of a parameter. */
export function readParameter(parameters: Parameters, name: string): string | undefined {
  // A loop takes half the time of a search by a function, and each row of the tables reads several
  // parameters.
  for (const parameter of parameters) if (parameter[0] === name) return parameter[1];
  return undefined;
}

/** Returns the names that occur more than once (RFC 6749, section 3.1, forbids them). */
export function findRepeated(parameters: Parameters): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name] of parameters) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return [...repeated];
}

/** Parses a query, a fragment or a form, without its first `?` or `#`. */
export function parseParameters(encoded: string): Parameters {
  return [...new URLSearchParams(encoded)].slice(0, maxParameters);
}

/** Parses the body of a request: a form, or the texts, numbers and booleans of a JSON object. */
export function parseBody(body: string): Parameters {
  const json = readObject(body);
  if (json !== undefined) return listMembers(json);
  return /^[\w.%+~-]{1,100}=/u.test(body) ? parseParameters(body) : [];
}

/** Returns true for a text that can only be a JSON object, if it is JSON. */
export function isObjectText(text: string): boolean {
  return /^\s*\{/u.test(text);
}

/** Returns a text as a JSON object; undefined for any other text, and for one with many levels. */
export function readObject(text: string): JsonObject | undefined {
  if (!isObjectText(text)) return undefined;
  const reading = readJson(text);
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined;
}

/** Lists the members of an object; values other than texts as JSON. */
export function listMembers(object: JsonObject): Parameters {
  return Object.keys(object)
    .slice(0, maxParameters)
    .map((name) => {
      const value = readMember(object, name);
      return [name, typeof value === "string" ? value : JSON.stringify(value)];
    });
}
