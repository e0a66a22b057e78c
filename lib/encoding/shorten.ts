/**
 * Returns the first characters of a text and an ellipsis, and a text of at most `max` UTF-16 units
 * unchanged. A character of two units is never cut in half.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).replace(/[\ud800-\udbff]$/u, "")}…`;
}
