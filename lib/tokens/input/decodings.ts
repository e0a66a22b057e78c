/** An address in a parameter of an address is encoded twice; more levels are not seen. */
const maxLevels = 3;

const encodedRun = /(?:%[\da-f]{2})+/giu;
/** Characters that editors and chats insert into long words, and that nobody sees. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/**
 * Lists a text, and the text after each level of percent-decoding (RFC 3986, section 2.1). Parts
 * that are not valid UTF-8 stay as they are.
 */
export function listDecodings(text: string): string[] {
  const texts = [text.replaceAll(invisible, "")];
  while (texts.length <= maxLevels) {
    const last = texts.at(-1) ?? "";
    const next = last.replaceAll(encodedRun, decodeRun);
    if (next === last) break;
    texts.push(next);
  }
  return texts;
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
