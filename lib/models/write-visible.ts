import { showHidden } from "../encoding/show-hidden.ts";

/** The name of a foreign field, with its hidden characters written out. */
export const writeName: (name: string) => string = showHidden;

/** A foreign value as JSON, with its hidden characters written out; undefined for what JSON has no words for. */
export function writeVisible(value: unknown, indent = 0): string | undefined {
  const text: string | undefined = JSON.stringify(value, null, indent);
  return text === undefined ? undefined : showHidden(text);
}

/** Returns the text with its hidden characters written out, shortened; undefined when it has none. */
export function findHidden(text: string): string | undefined {
  const shown = showHidden(text);
  if (shown === text) return undefined;
  return shown.length > 200 ? `${shown.slice(0, 200).toWellFormed()}…` : shown;
}
