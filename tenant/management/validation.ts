import * as z from "zod/mini";
import type { TenantRequest } from "../context.ts";
import { bodyLimit, depthLimit, readBody } from "../http/request-body.ts";
import type { Checked } from "./authenticate.ts";
import type { ManagementError } from "./management-error.ts";

const kinds = {
  body: { label: "Payload", errorCode: "invalid_body" },
  query: { label: "Query", errorCode: "invalid_query_string" },
  path: { label: "Path", errorCode: "invalid_uri" },
} as const;

/** Reads a JSON or form body and holds it against a schema. */
export async function readValidBody<Schema extends z.core.$ZodType>(
  c: TenantRequest,
  schema: Schema,
): Promise<Checked<z.infer<Schema>>> {
  const body = await readBody(c);
  if (body.ok) return validate("body", schema, body.value);
  switch (body.failure) {
    case "too-large":
      return refuse(413, `Payload content length greater than maximum allowed: ${bodyLimit}`);
    case "too-deep":
      return refuse(400, `Payload is nested more than ${depthLimit} levels deep`);
    case "not-json":
      return refuse(400, "Invalid request payload JSON format");
    case "not-form":
      return refuse(400, "Invalid request payload form format");
    case "unknown-type":
      return refuse(400, "Expected application/json or application/x-www-form-urlencoded");
  }
}

function refuse(status: 400 | 413, message: string): { ok: false; error: ManagementError } {
  const errorCode = status === 400 ? { errorCode: "invalid_body" } : {};
  return { ok: false, error: { status, message, ...errorCode } };
}

/** Holds a value against a schema; a refusal reads as the service's validator words it. */
export function validate<Schema extends z.core.$ZodType>(
  kind: keyof typeof kinds,
  schema: Schema,
  value: unknown,
): Checked<z.infer<Schema>> {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  const { label, errorCode } = kinds[kind];
  const texts = parsed.error.issues.slice(0, 20).map((issue) => describeIssue(issue));
  const message = `${label} validation error: ${texts.join(" (also) ")}.`;
  return { ok: false, error: { status: 400, message, errorCode } };
}

/** Parameters by name; only the one that `listName` names may repeat: a repeat of another stays a list, and is refused. */
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

/** One complaint: the validator's text in quotes, then the property unless it is a top-level one's absence. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  const path = isMissing ? issue.path.slice(0, -1) : issue.path;
  const place = path.length === 0 ? "" : ` on property ${path.map(String).join(".")}`;
  const text = isMissing
    ? `Missing required property: ${String(issue.path.at(-1) ?? "body")}`
    : explainIssue(issue);
  return `'${text}'${place}`;
}

/** What our own checks say about themselves: the format they stand for, or the whole complaint. */
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

/** The service repeats what it was sent; cut, so that an answer stays short. */
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

/** Holds the `id` of a path against the format of its kind, such as `token-exchange-profile-id`. */
export function validateId(id: string, format: string, pattern: RegExp): Checked<string> {
  const idSchema = z
    .string()
    .check(z.refine((value) => pattern.test(value), { params: { format } }));
  const checked = validate("path", z.object({ id: idSchema }), { id });
  return checked.ok ? { ok: true, value: checked.value.id } : checked;
}
