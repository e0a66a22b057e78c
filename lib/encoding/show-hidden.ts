/**
 * Matches invisible characters that change a text: control characters except tab and line breaks,
 * soft hyphens, zero-width spaces, line separators, bidirectional controls, tags, lone surrogates.
 * Persian words and emoji need the joiners U+200C and U+200D. Between Latin, Greek or Cyrillic
 * letters, the joiners only disguise a word.
 */
const hiddenPattern =
  /(?![\t\n\r\u0600-\u0605\u06dd\u070f\u08e2\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]|\u034f|(?<=^|[ -~\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d]/gu;

/**
 * Escapes the hidden characters of an untrusted text as JSON does. A bidirectional control could
 * otherwise reverse the displayed text (Unicode Technical Report 36, section 2).
 */
export function showHidden(text: string): string {
  return text.replaceAll(hiddenPattern, writeEscape);
}

/** Also escapes tabs and line breaks: in a single line, they could forge the next label. */
export function showHiddenInLine(text: string): string {
  return showHidden(text).replaceAll(/[\t\n\r]/gu, writeEscape);
}

function writeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
}
