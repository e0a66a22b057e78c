import { shorten } from "../encoding/shorten.ts";
import { showHidden } from "../encoding/show-hidden.ts";

/** Returns the name of an untrusted field with its hidden characters escaped. */
export const writeName: (name: string) => string = showHidden;

/**
 * Returns an untrusted value as JSON with its hidden characters escaped; undefined for a value that
 * JSON cannot represent.
 */
export function writeVisible(value: unknown, indent = 0): string | undefined {
  const text: string | undefined = JSON.stringify(value, null, indent);
  return text === undefined ? undefined : showHidden(text);
}

/** Returns the text with its hidden characters escaped, shortened; undefined if it has none. */
export function findHidden(text: string): string | undefined {
  const shown = showHidden(text);
  if (shown === text) return undefined;
  return shorten(shown, 200);
}
