import { showHidden } from "../tokens/show-hidden.ts";

/** The name of a foreign field, with its hidden characters written out. */
export const writeName: (name: string) => string = showHidden;

/** A foreign value as JSON, with its hidden characters written out; undefined for what JSON has no words for. */
export function writeVisible(value: unknown, indent = 0): string | undefined {
  const text: string | undefined = JSON.stringify(value, null, indent);
  return text === undefined ? undefined : showHidden(text);
}
