/**
 * The maximum length of one text of a step, in UTF-16 units. The rest of a longer text is dropped.
 */
export const maxStepText = 65_536;

/** Shortens a text of a step to the maximum length. */
export function limitText(value: string): string {
  return value.slice(0, maxStepText);
}
