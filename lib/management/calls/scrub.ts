const MAX_SHOWN = 500;
/** So much of an answer is read. Removing secrets shortens it, hence far more than is shown. */
const MAX_READ = 16_384;

/** A run of the characters that a token consists of; only within one can a token stand. */
const TOKEN_RUN = /[\w.-]{10,}/gu;
/** Three base64url parts, the first of which opens a JSON object (RFC 7515, section 3.1). */
const TOKEN_START = "eyJ";

/**
 * Shortens a service's words and removes the secrets that were sent to it, and every token. An
 * answer is foreign and may be huge: it is cut before it is searched.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret !== "");
  let clean = cut(text, known);
  const wasCut = clean.length < text.length;
  for (const secret of known) clean = clean.replaceAll(secret, "[removed]");
  clean = clean.replaceAll(TOKEN_RUN, removeTokens).trim();
  if (!wasCut && clean.length <= MAX_SHOWN) return clean;
  return `${clean.slice(0, MAX_SHOWN - 1)}…`;
}

/** Returns the text's beginning, without the piece of a secret or a token that its end would leave. */
function cut(text: string, secrets: readonly string[]): string {
  if (text.length <= MAX_READ) return text;
  let end = MAX_READ;
  for (let before = Infinity; end < before;) {
    before = end;
    for (const { length } of secrets.filter((secret) => straddles(text, secret, end)))
      end = Math.max(0, end - length + 1);
  }
  let start = end;
  while (start > 0 && /[\w.-]/u.test(text.charAt(start - 1))) start -= 1;
  const token = text.slice(start, end).indexOf(TOKEN_START);
  return text.slice(0, token < 0 ? end : start + token);
}

function straddles(text: string, secret: string, end: number): boolean {
  return text.slice(Math.max(0, end - secret.length + 1), end + secret.length - 1).includes(secret);
}

function removeTokens(run: string): string {
  const start = run.indexOf(TOKEN_START);
  const isToken = start >= 0 && run.indexOf(".", run.indexOf(".", start) + 1) > start;
  return isToken ? `${run.slice(0, start)}[token removed]` : run;
}
