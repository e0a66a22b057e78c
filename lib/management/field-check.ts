import type * as z from "zod/mini";

/** A message about a field. Dots join the names of nested fields; `""` is the whole form. */
export interface FieldMessage {
  field: string;
  message: string;
}

/** The result of a form check. Errors prevent the request, because the service would refuse it. */
export type FieldCheck<Value> =
  | { ok: true; value: Value; warnings: FieldMessage[] }
  | { ok: false; errors: FieldMessage[]; warnings: FieldMessage[] };

/** Returns the message for an unknown property where only known ones are allowed. */
export function refuseUnknown(key: string): string {
  return `The service accepts no property called ${JSON.stringify(key)} here. Remove it.`;
}

/** Converts the issues of a schema to messages about fields. */
export function readFieldMessages(error: z.core.$ZodError): FieldMessage[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== "unrecognized_keys")
      return [{ field: path.join("."), message: issue.message }];
    return issue.keys.map((key) => ({
      field: [...path, key].join("."),
      message: refuseUnknown(key),
    }));
  });
}

/** Counts characters as JSON Schema does, not UTF-16 units. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
