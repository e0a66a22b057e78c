/**
 * Characters that change a text and are not seen: controls but tab and line breaks, soft hyphens, blanks of no width,
 * separators of lines, directions, tags, and halves of a pair. The joiners U+200C and U+200D stay where Persian and emoji
 * are written with them; between Latin, Greek and Cyrillic letters they only disguise a word.
 */
const HIDDEN =
  /(?![\t\n\r\u0600-\u0605\u06dd\u070f\u08e2\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]|\u034f|(?<=^|[ -~\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d]/gu;

/**
 * Returns a foreign text with its hidden characters written out, as JSON escapes them: a text that was
 * written backwards must not be read forwards (Unicode Technical Report 36, section 2).
 */
export function showHidden(text: string): string {
  return text.replaceAll(HIDDEN, writeEscape);
}

/** Returns the same for a place of one line, where a line break or a tab would forge the next label. */
export function showHiddenInLine(text: string): string {
  return showHidden(text).replaceAll(/[\t\n\r]/gu, writeEscape);
}

function writeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
}
