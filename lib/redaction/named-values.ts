import type { Hiding } from "./hiding.ts";
import { measurePseudonym } from "./known-secrets.ts";
import { findSecretKind, isCommonWord } from "./secret-names.ts";

const separatorPattern = /[=:\uff1d\uff1a]/gu;
const maxNameLength = 100;
const inName = /[^\s"'`\\=:&?#;,<>(){}|\uff1d\uff1a]/u;
const quotePattern = /["'`]/u;
const literalPattern = /^(?:null|true|false|undefined|none)$/iu;
/** A digit or a sign distinguishes an opaque value from prose. */
const opaquePattern = /[\d+/=_$!*%&#@^~]/u;
const statusPattern = /^\d{1,3}$/u;

interface Found {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces each value that follows a secret's name: in a URL, a form, a header line, a command or
 * malformed JSON. If the end of the value is unclear, replaces all text after the name.
 */
export function redactNamedValues(text: string, { hideValue }: Pick<Hiding, "hideValue">): string {
  let result = "";
  let done = 0;
  for (const { 0: separator, index } of text.matchAll(separatorPattern)) {
    if (index < done) continue;
    const { name, start, isQuoted } = readName(text, done, index);
    const kind = name === "" ? undefined : findSecretKind(name);
    if (kind === undefined) continue;
    const quote = isQuoted ? undefined : findOpenQuote(text, done, start);
    const isColon = separator === ":" || separator === "\uff1a";
    const found = findValue(text, index + 1, {
      isQuoted,
      isColon,
      isCommon: isCommonWord(name),
      quote,
    });
    if (found === undefined) continue;
    result += text.slice(done, found.start) + hideValue(text.slice(found.start, found.end), kind);
    done = found.end;
  }
  return result + text.slice(done);
}

/** Reads the name before a separator: bare, or in quotes, which may be escaped. */
function readName(text: string, from: number, separator: number) {
  let end = separator;
  const least = Math.max(from, separator - maxNameLength);
  while (end > least && /\s/u.test(text.charAt(end - 1))) end -= 1;
  const quote = text.charAt(end - 1);
  if (end > least && quotePattern.test(quote)) {
    const opening = text.lastIndexOf(quote, end - 2);
    if (opening >= least) {
      let last = end - 1;
      while (last > opening + 1 && text.charAt(last - 1) === "\\") last -= 1;
      return { name: text.slice(opening + 1, last), start: opening, isQuoted: true };
    }
  }
  let start = end;
  while (start > least && inName.test(text.charAt(start - 1))) start -= 1;
  return { name: text.slice(start, end), start, isQuoted: false };
}

interface NameFacts {
  readonly isQuoted: boolean;
  readonly isColon: boolean;
  readonly isCommon: boolean;
  /** The quote directly before the name, as in a command with a quoted header. */
  readonly quote: string | undefined;
}

function findValue(text: string, after: number, facts: NameFacts): Found | undefined {
  let start = after;
  // `==`, `=>` and `:=` also separate name and value. `://` follows the scheme of a URL.
  while (start < after + 2 && /[=>]/u.test(text.charAt(start))) start += 1;
  if (facts.isColon && text.startsWith("//", start)) return undefined;
  const blank = facts.isQuoted ? /\s/u : /[ \t]/u;
  while (blank.test(text.charAt(start))) start += 1;
  const quoted = /^(\\{0,63})(["'`])/u.exec(text.slice(start, start + 64));
  if (quoted !== null) {
    const [opening, slashes = "", quote = ""] = quoted;
    return limit(
      start + opening.length,
      findClosing(text, start + opening.length, quote, slashes.length),
    );
  }
  if (facts.quote !== undefined) {
    const closing = text.indexOf(facts.quote, start);
    if (closing >= 0) return limit(start, closing);
  }
  const written = measurePseudonym(text, start);
  if (written > 0) {
    const end = findEnd(text, start + written, /[&#\s;,"'<>)}\]]/gu);
    return end === start + written ? undefined : limit(start, end);
  }
  // The end of a value in brackets is unclear.
  if (facts.isQuoted && /[[{]/u.test(text.charAt(start))) return limit(start, text.length);
  if (facts.isQuoted) return limitBare(text, start, findEnd(text, start, /[\s,}\]]/gu), facts);
  const hasRoom = start > after && !facts.isCommon;
  if (facts.isColon || hasRoom) return findInLine(text, start, facts);
  return limitBare(text, start, findEnd(text, start, /[&#\s;"'<>]/gu), facts);
}

/**
 * Finds a value within a line. The value of a header extends to the end of the line. After an
 * ordinary word, only a value that looks like a secret counts.
 */
function findInLine(text: string, start: number, facts: NameFacts): Found | undefined {
  if (!facts.isCommon) {
    return limitBare(text, start, findEnd(text, start, /[\r\n]/gu), facts);
  }
  const word = findEnd(text, start, /[\s;,"'<>)]/gu);
  const value = text.slice(start, word);
  return (value.length >= 16 || opaquePattern.test(value)) && !statusPattern.test(value)
    ? limit(start, word)
    : undefined;
}

function limitBare(text: string, start: number, end: number, facts: NameFacts): Found | undefined {
  const value = text.slice(start, Math.min(end, start + 12));
  return literalPattern.test(value) && (facts.isQuoted || facts.isColon)
    ? undefined
    : limit(start, end);
}

function limit(start: number, end: number): Found | undefined {
  return end > start ? { start, end } : undefined;
}

function findEnd(text: string, start: number, delimiter: RegExp): number {
  delimiter.lastIndex = start;
  return delimiter.exec(text)?.index ?? text.length;
}

/** Finds the closing quote. A quote with more backslashes is nested, so it is in the value. */
function findClosing(text: string, start: number, quote: string, slashes: number): number {
  let count = 0;
  for (let place = start; place < text.length; place += 1) {
    const character = text.charAt(place);
    if (character === "\\") count += 1;
    else {
      const rest = count - slashes;
      if (character === quote && rest >= 0 && rest % (2 * (slashes + 1)) === 0)
        return place - slashes;
      count = 0;
    }
  }
  return text.length;
}

/** Returns the quote directly before a name, if there is one. */
function findOpenQuote(text: string, from: number, nameStart: number): string | undefined {
  const before = nameStart > from ? text.charAt(nameStart - 1) : "";
  return /["'`]/u.test(before) ? before : undefined;
}
