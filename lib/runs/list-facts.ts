import { jsonObjectSchema, jsonValueSchema, parseJson, type JsonValue } from "../encoding/json.ts";
import { isSecretMember, isSecretName, isSecretText } from "./secret-values.ts";

/** The part of a request or response that a value was in. */
export type FactPart =
  | "query"
  | "fragment"
  | "headers"
  | "form"
  | "body"
  | "response-headers"
  | "response"
  | "message"
  | "address";

/** A named value of a step. A secret value is masked until the user reveals it. */
export interface TranscriptFact {
  part: FactPart;
  name: string;
  value: string;
  isSecret: boolean;
}

/** The maximum number of values of one body. The inspected page can send any number. */
const maxMembers = 200;
/** Deeper values are listed as JSON. */
const maxLevels = 5;

/** Lists the parameters of a query, fragment or form in their order. */
export function listParameters(part: FactPart, encoded: string): TranscriptFact[] {
  return [...new URLSearchParams(encoded)]
    .slice(0, maxMembers)
    .map(([name, value]) => toFact(part, name, value));
}

/** Lists the address of a URL without its parameters, then its parameters. */
export function listUrl(text: string): TranscriptFact[] {
  const url = URL.parse(text);
  if (url === null) return [toFact("address", "URL", text)];
  return [
    { part: "address", name: "URL", value: `${url.origin}${url.pathname}`, isSecret: false },
    ...listParameters("query", url.search),
    ...listParameters("fragment", url.hash.slice(1)),
  ];
}

/** Lists the headers of a request or a response. */
export function listHeaders(
  headers: Readonly<Record<string, string>>,
  part: "headers" | "response-headers" = "headers",
): TranscriptFact[] {
  return Object.entries(headers)
    .slice(0, maxMembers)
    .map(([name, value]) => toFact(part, name, value));
}

/**
 * Lists the members of a body: JSON, a form, or any other text as one value.
 *
 * @param isError true for the body of an error, where `code` is the code of the error
 */
export function listBody(part: FactPart, text: string, isError = false): TranscriptFact[] {
  if (text === "") return [];
  const json = jsonValueSchema.safeParse(parseJson(text));
  if (json.success) return listMembers(part, json.data, isError);
  if (part === "body" && /^[\w.%+~-]{1,100}=/u.test(text)) return listParameters("form", text);
  return [toFact(part, "text", text)];
}

/** Lists the values of a JSON value, nested ones by their path: `identities.0.user_id`. */
export function listMembers(part: FactPart, root: JsonValue, isError = false): TranscriptFact[] {
  const facts: TranscriptFact[] = [];
  const add = (value: JsonValue, path: readonly string[]) => {
    if (facts.length >= maxMembers) return;
    if (typeof value === "object" && value !== null && path.length < maxLevels) {
      const members = Object.entries(value);
      for (const [name, member] of members) add(member, [...path, name]);
      if (members.length > 0) return;
    }
    const shown = typeof value === "string" ? value : JSON.stringify(value);
    facts.push({
      part,
      name: path.length === 0 ? "value" : path.join("."),
      value: shown,
      isSecret: isSecretMember(path, shown, isError),
    });
  };
  add(root, []);
  return facts;
}

/** Returns the code of the error in a body, if the body has one. */
export function readErrorCode(text: string): string | undefined {
  const body = jsonObjectSchema.safeParse(parseJson(text)).data;
  const code = body?.["error"] ?? body?.["code"];
  return typeof code === "string" && code !== "" ? code : undefined;
}

function toFact(part: FactPart, name: string, value: string): TranscriptFact {
  return { part, name, value, isSecret: isSecretName(name) || isSecretText(value) };
}
