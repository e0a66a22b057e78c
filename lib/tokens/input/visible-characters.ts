/**
 * Characters without a glyph that editors, chats and documents insert: soft hyphens, zero-width
 * characters, marks of the writing direction, and the byte order mark.
 */
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
/** The colours of a terminal. */
const terminalSequence = /(?![\n\r\t])\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu;

/** The characters that editors write instead of an ASCII character. */
const replacements: readonly (readonly [pattern: RegExp, character: string])[] = [
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu, " "],
  [/[\u201c-\u201f\u2033\u00ab\u00bb\uff02]/gu, '"'],
  [/[\u2018-\u201b\u2032]/gu, "'"],
  [/[\u2010-\u2013\u2212\ufe63\uff0d]/gu, "-"],
  // A dash of this length replaces two hyphens (Microsoft Word, macOS, iOS).
  [/\u2014/gu, "--"],
];

/** Removes invisible characters, and restores the ASCII characters that autocorrection replaced. */
export function cleanCharacters(text: string): string {
  // A text in ASCII, such as most texts, is searched once.
  if (!/[^\n\r\t -~]/u.test(text)) return text;
  const visible = text.replaceAll(terminalSequence, "").replaceAll(invisible, "");
  return replacements.reduce(
    (cleaned, [pattern, character]) => cleaned.replaceAll(pattern, character),
    visible,
  );
}
