/**
 * Not seen, yet they change what is: controls, soft hyphens, blanks of no width, separators of lines, and what turns the
 * direction of a text around. The joiners U+200C and U+200D stay: Persian and emoji are written with them.
 */
const hidden =
  /(?![\t\n\r])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A foreign text with its hidden characters written out, as JSON escapes them: what an attacker wrote backwards must not
 * be read forwards (Unicode Technical Report 36, on spoofing with bidirectional text).
 */
export function showHidden(text: string): string {
  return text.replaceAll(
    hidden,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
