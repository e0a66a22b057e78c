/** Removes these characters from the end of a text, in linear time. */
export function dropEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns the letters, digits, dots, dashes and underscores at the end of a text. */
export function runAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && /[\w.-]/u.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}
