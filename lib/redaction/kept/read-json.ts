/** Parses a JSON object or list; undefined for any other text. */
export function readJson(text: string): { value: unknown } | undefined {
  if (!/^\s*[{[]/u.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
