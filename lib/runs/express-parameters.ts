import { toSnakeCase } from "../auth/records.ts";
import type { Field, Operation } from "./operation.ts";
import type { Pairs } from "./parameter-lines.ts";
import type { RunDraft } from "./run-draft.ts";
import { validate } from "./validate.ts";

/** Parameters that tie a response to its request. Each run has its own. */
export const ownNames: ReadonlySet<string> = new Set([
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
]);

/** Fields of authorization requests that are no parameter of the request. */
const unsentFields: ReadonlySet<string> = new Set(["leeway", "timeout"]);

/**
 * Divides the parameters of a request between the fields of an operation and added parameters. A
 * value that the form cannot express exactly becomes a parameter.
 *
 * @param wireNames the parameters of fields whose names differ from their parameters
 */
export function expressParameters(
  operation: Operation,
  sent: Pairs,
  wireNames: Readonly<Record<string, string>> = {},
): Pick<RunDraft, "values" | "parameters"> {
  const { fields } = operation;
  const nameOf = (field: Field) => wireNames[field.name] ?? toSnakeCase(field.name);
  const has = (searched: string) => fields.some(({ name }) => name === searched);
  const find = (searched: string) =>
    sent.filter(([name]) => name === searched).map(([, value]) => value);
  const hasChallenge = Boolean(find("code_challenge")[0]);
  const values: Record<string, string> = {};
  for (const field of fields) {
    const name = nameOf(field);
    const sentValues = ownNames.has(name) ? [] : find(name);
    values[field.name] = expressValues(field, sentValues, hasChallenge) ?? "";
  }
  // The form would refuse these values, and the tenant may accept them.
  for (const name of Object.keys(validate(operation, values))) values[name] = "";
  const expressed = new Set(fields.filter(({ name }) => values[name] !== "").map(nameOf));
  const parameters = sent.filter(([name]) => !ownNames.has(name) && !expressed.has(name));
  // The library checks the response for this application and these types, whatever was sent.
  if (has("clientID")) values["clientID"] ||= find("client_id")[0]?.trim() ?? "";
  const [types] = find("response_type");
  if (has("responseType") && types !== undefined) {
    values["responseType"] ||= findResponseType(operation, types);
  }
  return { values, parameters };
}

/** Returns the value of a field that sends exactly these values; undefined if there is none. */
function expressValues(
  { name, kind, choices = [] }: Field,
  values: readonly string[],
  hasChallenge: boolean,
): string | undefined {
  const [value = "", ...repeated] = values;
  // The form trims its values, and a text field has no line breaks.
  if (value === "" || repeated.length > 0 || value !== value.trim() || /\p{Cc}/u.test(value)) {
    return undefined;
  }
  if (unsentFields.has(name)) return undefined;
  // A number is sent without zeros in front.
  if (name === "maxAge" && !/^(0|[1-9]\d*)$/.test(value)) return undefined;
  const isChoice = (wanted: string) => choices.some((choice) => choice.value === wanted);
  if (name === "responseType" && hasChallenge && isChoice(`${value} pkce`)) return `${value} pkce`;
  return kind !== "choice" || isChoice(value) ? value : undefined;
}

/** Returns the choice with the same response types in another order, or one with a code. */
function findResponseType({ fields }: Operation, types: string): string {
  const sorted = (list: string) => list.split(" ").filter(Boolean).toSorted().join(" ");
  const choices = fields.find(({ name }) => name === "responseType")?.choices ?? [];
  const find = (wanted: string) => choices.find(({ value }) => sorted(value) === sorted(wanted));
  return (find(types) ?? find("code") ?? choices[0])?.value ?? "";
}
