import { readHeader } from "./compact-tokens.ts";
import { dropEnd, runAtEnd } from "./ends.ts";

/** The begin of a line that can continue a token: quotation marks of a mail are left out. */
const continuation = /^[ \t>|]*([\w.-]+)/u;
/** The only characters that can follow the last ones of a token on its line. */
const closing = /^\\?["'`,;)\]}&]/u;

/**
 * The lengths of signatures in base64url by the begin of the algorithm's name (RFC 7518, section
 * 3.1; RFC 8037): of a MAC, a curve, or an RSA key of a usual size.
 */
const signatureLengths: Readonly<Record<string, readonly number[]>> = {
  HS: [43, 64, 86],
  ES: [86, 128, 176],
  Ed: [86, 152],
  RS: [342, 512, 683, 1366],
  PS: [342, 512, 683, 1366],
};
/** The length of the tag of each content encryption but one (RFC 7518, section 5.1). */
const tagLength = 22;
/** The longest token that is put together. */
const maxLength = 256 * 1024;
/** The lines that are tried in one text; a text with more unfinished tokens is no paste. */
const maxTries = 20_000;

/**
 * Puts tokens on one line that were wrapped over several lines. A line continues a token if it
 * begins with characters of a token, has no other content, and the token before it is incomplete: a
 * part is missing, or the signature has no usual length.
 */
export function rejoinLines(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split(/\r?\n/u);
  const joined: string[] = [];
  let tries = maxTries;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const open = dropShellEnd(line);
    const start = tries <= 0 || open.length > maxLength ? "" : runAtEnd(open);
    const rest = /^e[w-z]/u.test(start) ? findRest(start, lines, at + 1) : undefined;
    tries -= rest?.tries ?? 0;
    if (rest === undefined || rest.count === 0) {
      joined.push(line);
      continue;
    }
    joined.push(open + rest.text);
    at += rest.count;
  }
  return joined.join("\n");
}

/** Returns the rest of a token that begins at the end of a line, and the lines that it takes. */
function findRest(
  start: string,
  lines: readonly string[],
  from: number,
): { text: string; count: number; tries: number } {
  let best = { text: "", count: 0 };
  const progress = createProgress(start);
  const wasToken = progress.isToken();
  let text = "";
  let width = 0;
  let tries = 0;
  while (!progress.isComplete() && !progress.isHopeless() && text.length < maxLength) {
    const line = lines[from + tries];
    tries += 1;
    const [before = "", more = ""] = continuation.exec(line ?? "") ?? [];
    const rest = dropShellEnd((line ?? "").slice(before.length));
    if (more === "" || (rest !== "" && !closing.test(rest)) || beginsToken(more)) break;
    progress.add(more);
    text += more;
    const isEnd = wasToken ? progress.isComplete() : progress.isToken();
    if (isEnd) best = { text: text + rest, count: tries };
    // A wrapped line is full: a shorter line is the last one.
    if (rest !== "" || more.length < width) break;
    width = more.length;
  }
  return { ...best, tries };
}

/** Follows the parts of a token that is put together. The header is decoded once. */
function createProgress(start: string) {
  let parts = start.split(".");
  let header: ReturnType<typeof readHeader>;
  let isRead = false;

  function read(): void {
    if (isRead || parts.length < 2) return;
    header = readHeader(parts[0] ?? "");
    isRead = true;
  }
  read();
  const count = () => (header?.kind === "jwe" ? 5 : 3);
  const isToken = () => header !== undefined && parts.length >= count();

  return {
    add(more: string): void {
      const [first = "", ...others] = more.split(".");
      parts = [...parts.slice(0, -1), (parts.at(-1) ?? "") + first, ...others];
      read();
    },
    isHopeless: () => (isRead && header === undefined) || parts.length > count(),
    isToken,
    isComplete(): boolean {
      const last = (parts[count() - 1] ?? "").length;
      if (header === undefined || !isToken()) return false;
      if (header.kind === "jwe") return last >= tagLength;
      return signatureLengths[header.algorithm.slice(0, 2)]?.includes(last) === true;
    },
  };
}

/** Removes spaces, and the backslash with which a shell continues a line. */
function dropShellEnd(line: string): string {
  const end = dropEnd(line, " \t");
  return end.endsWith("\\") ? dropEnd(end.slice(0, -1), " \t") : end;
}

function beginsToken(text: string): boolean {
  const [header = "", ...others] = text.split(".");
  return others.length > 0 && readHeader(header) !== undefined;
}
