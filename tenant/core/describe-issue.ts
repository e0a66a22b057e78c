import * as z from "zod/mini";

/**
 * Returns the place of the first error and the expected value; never the value that was found,
 * which may be a password. `whole` names the parsed value itself. Parse with `reportInput`, so that
 * a missing field is recognized.
 */
export function describeIssue({ issues: [issue] }: z.core.$ZodError, whole: string): string {
  if (issue === undefined) return `${whole} is invalid`;
  return `${describePath(issue.path) || whole} ${describeExpectation(issue)}`;
}

/** Returns a path as JavaScript writes it: `users[1].email`. */
function describePath(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  return parts.join("").replace(/^\./, "").slice(0, 200);
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  array: "a list",
  object: "an object",
  record: "an object",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
};

const formatNames: Readonly<Record<string, string>> = { email: "an email address", url: "a URL" };

const customIssueSchema = z.object({ says: z.string() });

function describeExpectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is missing"
        : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case "unrecognized_keys":
      return `has the unknown field ${issue.keys.join(", ").slice(0, 100)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return issue.format === "regex"
        ? "has a wrong format"
        : `must be ${formatNames[issue.format] ?? issue.format}`;
    case "too_small":
      return `must ${describeSize(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${describeSize(issue.origin, "at most", issue.maximum)}`;
    case "custom":
      return customIssueSchema.safeParse(issue.params).data?.says ?? "is invalid";
    case "not_multiple_of":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      return "is invalid";
  }
}

function describeSize(origin: string, bound: string, limit: number | bigint): string {
  if (origin === "string") return `have ${bound} ${limit} characters`;
  return origin === "array" ? `have ${bound} ${limit} entries` : `be ${bound} ${limit}`;
}
