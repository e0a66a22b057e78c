import type * as z from "zod/mini";

/** A sentence bound to one field of a form; nested fields are joined by dots, `""` stands for the whole. */
export interface FieldMessage {
  field: string;
  message: string;
}

/** What checking a form came to. Warnings do not keep it from being sent; errors do, since the service would refuse it. */
export type FieldCheck<Value> =
  | { ok: true; value: Value; warnings: FieldMessage[] }
  | { ok: false; errors: FieldMessage[]; warnings: FieldMessage[] };

/** What a schema says of a property that it does not know, where none but the known ones are accepted. */
export function refuseUnknown(key: string): string {
  return `The service accepts no property called ${JSON.stringify(key)} here. Remove it.`;
}

/** Turns the complaints of a schema, whose messages are sentences already, into messages bound to fields. */
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

/** Length as JSON Schema counts it: in characters, not in UTF-16 units. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}
