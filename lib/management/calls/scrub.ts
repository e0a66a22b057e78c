const maxShown = 500;
/** Larger than `maxShown`, because removals shorten the text. */
const maxRead = 16_384;

/** Matches a run of characters that can contain a token. */
const tokenRun = /[\w.-]{10,}/gu;
/** The base64url form of `{"`, which starts the header of a token (RFC 7515, section 3.1). */
const tokenStart = "eyJ";

/**
 * Shortens a text of the service, and removes all tokens and the given secrets. The text is
 * untrusted and may be huge, so it is cut before the search.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret !== "");
  let clean = cut(text, known);
  const wasCut = clean.length < text.length;
  for (const secret of known) clean = clean.replaceAll(secret, "[removed]");
  clean = clean.replaceAll(tokenRun, removeTokens).trim();
  if (!wasCut && clean.length <= maxShown) return clean;
  return `${clean.slice(0, maxShown - 1)}…`;
}

/** Cuts a text. Leaves no part of a secret or of a token at its end. */
function cut(text: string, secrets: readonly string[]): string {
  if (text.length <= maxRead) return text;
  let end = maxRead;
  for (let before = Infinity; end < before;) {
    before = end;
    for (const { length } of secrets.filter((secret) => straddles(text, secret, end)))
      end = Math.max(0, end - length + 1);
  }
  let start = end;
  while (start > 0 && /[\w.-]/u.test(text.charAt(start - 1))) start -= 1;
  const token = text.slice(start, end).indexOf(tokenStart);
  return text.slice(0, token < 0 ? end : start + token);
}

function straddles(text: string, secret: string, end: number): boolean {
  return text.slice(Math.max(0, end - secret.length + 1), end + secret.length - 1).includes(secret);
}

function removeTokens(run: string): string {
  const start = run.indexOf(tokenStart);
  const isToken = start >= 0 && run.indexOf(".", run.indexOf(".", start) + 1) > start;
  return isToken ? `${run.slice(0, start)}[token removed]` : run;
}
