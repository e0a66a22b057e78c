import {
  findJsonProblem,
  type JsonProblem,
} from "../../management/connections/find-json-problem.ts";
import { isJsonObject, jsonValueSchema, parseJson, type JsonObject } from "../../encoding/json.ts";

/** Returns the message about a syntax error in JSON text, with its position. */
export function describeJsonProblem({ message, line, column }: JsonProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}

/** Parses the text of the configuration; empty text means no configuration. */
export function readConfig(
  text: string,
): { ok: true; value: JsonObject } | { ok: false; problem: string } {
  if (text.trim() === "") return { ok: true, value: {} };
  const problem = findJsonProblem(text);
  if (problem !== undefined) return { ok: false, problem: describeJsonProblem(problem) };
  const value = jsonValueSchema.parse(parseJson(text));
  return isJsonObject(value)
    ? { ok: true, value }
    : { ok: false, problem: "The configuration must be a JSON object: { and }." };
}
