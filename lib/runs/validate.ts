import { jsonObjectSchema, parseJson } from "../encoding/json.ts";
import type { Field, Operation, Values, Way } from "./operation.ts";

/**
 * Returns the problem of each wrong value of a form, by the names of the fields. The operation can
 * run without any.
 *
 * @param way where the run takes place, to find values that do not work there
 */
export function validate(
  operation: Operation,
  values: Values,
  way?: Way,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = { ...operation.check?.(values, way) };
  for (const field of operation.fields) {
    const problem = findProblem(field, values[field.name] ?? "");
    if (problem !== undefined) problems[field.name] = problem;
  }
  return problems;
}

function findProblem(field: Field, value: string): string | undefined {
  if (value.trim() === "") return field.isRequired === true ? `Enter: ${field.label}.` : undefined;
  if (!value.isWellFormed()) return "This text is not valid Unicode. Enter it again.";
  switch (field.kind) {
    case "json":
      return jsonObjectSchema.safeParse(parseJson(value)).success
        ? undefined
        : 'Enter a JSON object, for example {"theme": "dark"}.';
    case "choice":
      return field.choices?.some((choice) => choice.value === value) === true
        ? undefined
        : "Choose one of the values.";
    case "flag":
      return value === "true" ? undefined : "Choose yes or no.";
    case "token":
      // No header can carry other characters (RFC 6750, section 2.1).
      return /^[!-~]+$/.test(value.trim())
        ? undefined
        : "This is not a token: it contains a space, a line break or another character.";
    case "text":
    case "lines":
    case "secret":
      return undefined;
  }
}
