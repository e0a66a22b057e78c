import * as z from "zod/mini";
import { bodyLimit, depthLimit, readBody } from "../http/request-body.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { ManagementError } from "./management-error.ts";

const kinds = {
  body: { label: "Payload", errorCode: "invalid_body" },
  query: { label: "Query", errorCode: "invalid_query_string" },
  path: { label: "Path", errorCode: "invalid_uri" },
} as const;

/** Reads a JSON or form body and validates it. */
export async function readValidBody<Schema extends z.core.$ZodType>(
  c: TenantRequest,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body = await readBody(c);
  if (body.ok) return validate("body", schema, body.value);
  if (body.failure === "too-large") {
    const message = `Payload content length greater than maximum allowed: ${bodyLimit}`;
    throw new ManagementError(413, message);
  }
  throw new ManagementError(400, bodyFailures[body.failure], { errorCode: "invalid_body" });
}

const bodyFailures = {
  "too-deep": `Payload is nested more than ${depthLimit} levels deep`,
  "not-json": "Invalid request payload JSON format",
  "not-form": "Invalid request payload form format",
  "unknown-type": "Expected application/json or application/x-www-form-urlencoded",
};

/** Validates a value against a schema; the error has the wording of the service's validator. */
export function validate<Schema extends z.core.$ZodType>(
  kind: keyof typeof kinds,
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { label, errorCode } = kinds[kind];
  const texts = parsed.error.issues.slice(0, 20).map((issue) => describeIssue(issue));
  const message = `${label} validation error: ${texts.join(" (also) ")}.`;
  throw new ManagementError(400, message, { errorCode });
}

/**
 * Returns the parameters by name. Only the parameter `listName` may repeat: another repeated
 * parameter becomes a list, which its schema refuses.
 */
export function groupQuery(
  parameters: URLSearchParams,
  listName?: string,
): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      const isList = name === listName || values.length > 1;
      return [name, isList ? values : (values[0] ?? "")];
    }),
  );
}

/**
 * Returns the validator's text in quotes, and the property. For a missing property, this is its
 * parent; a top-level property has none.
 */
function describeIssue(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  const path = isMissing ? issue.path.slice(0, -1) : issue.path;
  const place = path.length === 0 ? "" : ` on property ${path.map(String).join(".")}`;
  const text = isMissing
    ? `Missing required property: ${String(issue.path.at(-1) ?? "body")}`
    : explainIssue(issue);
  return `'${text}'${place}`;
}

/** The parameters of a custom check: the name of a format, or the whole text of the error. */
const customIssueSchema = z.object({
  format: z.optional(z.string()),
  text: z.optional(z.string()),
});

function explainIssue(issue: z.core.$ZodIssue): string {
  const shown = showInput(issue.input);
  switch (issue.code) {
    case "invalid_type":
      return `Expected type ${issue.expected} but found type ${nameType(issue.input)}`;
    case "too_small":
      return issue.origin === "string"
        ? `String is too short (${countCharacters(issue.input)} chars), minimum ${issue.minimum}`
        : `Value ${shown} is less than minimum ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string"
        ? `String is too long (${countCharacters(issue.input)} chars), maximum ${issue.maximum}`
        : `Value ${shown} is greater than maximum ${issue.maximum}`;
    case "invalid_format":
      return `String does not match pattern ${issue.pattern ?? issue.format}: ${shown}`;
    case "unrecognized_keys":
      return `Additional properties not allowed: ${issue.keys.join(",").slice(0, 200)}`;
    case "invalid_value":
      return `No enum match for: ${shown}`;
    case "custom": {
      const named = customIssueSchema.safeParse(issue.params).data;
      if (named?.text !== undefined) return named.text;
      return named?.format === undefined
        ? `Value is not allowed: ${shown}`
        : `Object didn't pass validation for format ${named.format}: ${shown}`;
    }
    case "not_multiple_of":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      return `Value is not allowed: ${shown}`;
  }
}

/** Returns the input for an error text, as the service does; cut to keep responses short. */
function showInput(input: unknown): string {
  const text = typeof input === "string" ? input : (JSON.stringify(input) ?? "undefined");
  return text.slice(0, 200);
}

function countCharacters(input: unknown): number {
  return typeof input === "string" ? [...input].length : 0;
}

function nameType(input: unknown): string {
  if (input === null) return "null";
  return Array.isArray(input) ? "array" : typeof input;
}

/** Validates the `id` of a path against the format of its kind, such as `user-id`. */
export function validateId(id: string, format: string, pattern: RegExp): string {
  const idSchema = z
    .string()
    .check(z.refine((value) => pattern.test(value), { params: { format } }));
  return validate("path", z.object({ id: idSchema }), { id }).id;
}
