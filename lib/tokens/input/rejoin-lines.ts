import { beginsToken, readHeader } from "./compact-tokens.ts";
import { dropEnd, runAtEnd } from "./ends.ts";

/** The begin of a line that can continue a token, after the marks of a mail or a comment. */
const continuation = /^[ \t>|/#*+]*([\w.-]+)/u;
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

/** The lines of a page's end and begin, and other lines between two lines of a token. */
const maxForeignLines = 4;

/**
 * Puts tokens on one line that were wrapped over several lines, or have spaces. A line continues a
 * token if it begins with characters of a token, has no other content, and the token before it is
 * incomplete: a part is missing, or the signature has no usual length.
 */
export function rejoinLines(text: string): string {
  const budget = { tries: maxTries };
  const whole = closeGaps(text, budget);
  if (!whole.includes("\n")) return whole;
  const lines = whole.split(/\r?\n/u);
  const joined: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const open = dropShellEnd(line);
    const start = budget.tries <= 0 || open.length > maxLength ? "" : runAtEnd(open);
    const prefix = open.slice(0, open.length - start.length);
    const rest = /^e[w-z]/u.test(start) ? findRest(start, prefix, lines, at + 1) : undefined;
    budget.tries -= rest?.tries ?? 0;
    if (rest === undefined || rest.count === 0) {
      joined.push(line);
      continue;
    }
    joined.push(open + rest.text);
    at += rest.count;
  }
  return joined.length === lines.length ? whole : joined.join("\n");
}

/** Returns the rest of a token that begins at the end of a line, and the lines that it takes. */
function findRest(
  start: string,
  prefix: string,
  lines: readonly string[],
  from: number,
): { text: string; count: number; tries: number } {
  let best = { text: "", count: 0 };
  const progress = createProgress(start);
  const wasToken = progress.isToken();
  let text = "";
  let width = 0;
  let tries = 0;
  let foreign = 0;
  while (!progress.isComplete() && !progress.isHopeless() && text.length < maxLength) {
    const at = from + tries;
    const { more, rest } = readContinuation(lines[at] ?? "", prefix);
    tries += 1;
    const isEnd = more === "" || (rest !== "" && !closing.test(rest)) || beginsToken(more);
    if (isEnd || more.length < width) {
      // A page ends within the token: lines as long as those before it follow.
      if (foreign < maxForeignLines && hasLine(lines.slice(at + 1, at + 4), prefix, width)) {
        foreign += 1;
        continue;
      }
      if (isEnd) break;
    }
    progress.add(more);
    text += more;
    const isFound = wasToken || foreign > 0 ? progress.isComplete() : progress.isToken();
    if (isFound) best = { text: text + rest, count: tries };
    // A wrapped line is full: a shorter line is the last one.
    if (rest !== "" || more.length < width) break;
    width = more.length;
  }
  return { ...best, tries };
}

/** A line of fewer characters is no evidence that a page ends within a token. */
const minWidth = 30;

/** Returns true if one of the lines is as wide as the lines of the token. */
function hasLine(lines: readonly string[], prefix: string, width: number): boolean {
  return (
    width >= minWidth &&
    lines.some((line) => {
      const { more, rest } = readContinuation(line, prefix);
      return rest === "" && more.length === width;
    })
  );
}

/** Reads the characters of a token on a line, after marks or what the token's first line has. */
function readContinuation(line: string, prefix: string): { more: string; rest: string } {
  const [before = "", more = ""] = continuation.exec(line) ?? [];
  const rest = dropShellEnd(line.slice(before.length));
  if (more !== "" && (rest === "" || closing.test(rest))) return { more, rest };
  const open = dropShellEnd(line);
  const run = runAtEnd(open);
  const own = shapeOf(open.slice(0, open.length - run.length));
  if (run === "" || own === "" || !shapeOf(prefix).startsWith(own)) return { more, rest };
  return { more: run, rest: "" };
}

/** Returns what the beginnings of a program's lines have in common: all but numbers and widths. */
function shapeOf(prefix: string): string {
  return prefix
    .slice(0, 120)
    .replaceAll(/\d/gu, "0")
    .replaceAll(/0+/gu, "0")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** The begin of a token before a space. */
const beforeGap = /(?<![\w.-])e[w-z][\w.-]+(?=[ \t])/gu;
/** A shorter text is rather a word than a part of a header. */
const minStart = 16;
const afterGap = /[ \t]+([\w.-]+)/uy;

/**
 * Removes the spaces and tabs within tokens. The token must be complete then, with a signature of a
 * usual length, because words can follow a token.
 */
function closeGaps(text: string, budget: { tries: number }): string {
  let result = "";
  let copied = 0;
  for (const { 0: start, index } of text.matchAll(beforeGap)) {
    if (budget.tries <= 0) break;
    const token =
      index < copied || start.length < minStart
        ? undefined
        : readOverGaps(text, start, index, budget);
    if (token === undefined) continue;
    result += text.slice(copied, index) + token.text;
    copied = token.end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Reads a token with spaces in it; returns undefined if it is complete without more words. */
function readOverGaps(
  text: string,
  start: string,
  from: number,
  budget: { tries: number },
): { text: string; end: number } | undefined {
  const progress = createProgress(start);
  let token = start;
  let end = from + start.length;
  while (!progress.isComplete() && !progress.isHopeless() && token.length < maxLength) {
    budget.tries -= 1;
    afterGap.lastIndex = end;
    const more = afterGap.exec(text)?.[1];
    if (more === undefined || beginsToken(more) || budget.tries <= 0) return undefined;
    progress.add(more);
    token += more;
    end = afterGap.lastIndex;
  }
  return progress.isComplete() && token !== start ? { text: token, end } : undefined;
}

/** A string that continues after an operator, in most languages also on the next line. */
const concatenation = /"\s{0,80}[+.&](?: _)?\s{0,80}"|'\s{0,80}[+.&]\s{0,80}'/gu;

/** Joins the strings that a program concatenates. */
export function joinStrings(text: string): string {
  return text.replaceAll(concatenation, "");
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
