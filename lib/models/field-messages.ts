import type { FieldMessage } from "../management/field-check.ts";

/** Returns the first message of each field, by the field's name. */
export function placeFieldMessages(messages: readonly FieldMessage[]): Record<string, string> {
  const placed: Record<string, string> = {};
  for (const { field, message } of messages) placed[field] ??= message;
  return placed;
}
