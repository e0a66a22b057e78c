import { isCutAt } from "./compact-tokens.ts";
import { dropEnd, runAtEnd } from "./ends.ts";

interface NamedToken {
  start: number;
  text: string;
  name: string;
}

/** The last word of each name. */
const lastWord =
  /token(?:[-_]?hint)?(?![a-z\d_-])|assertion(?![a-z\d_-])|authorization(?![a-z\d_-])/giu;
/** The names of tokens in requests, responses, files and commands, at the end of a text. */
const tokenName =
  /(?<![a-z\d])(?:(?:(?:access|id|refresh) token|(?:access|actor|auth|bearer|id|logout|refresh|registration[-_]?access|subject)[-_]?token)(?:[-_]?hint)?|(?:client[-_]?)?assertion|(?<![\w-])token|(?:proxy-)?authorization)$/iu;
/** The length of the longest name, with the character before it. */
const maxName = 32;

/** An option of a command, such as `curl --oauth2-bearer`. */
const asOption =
  /(?<![\w-])--(oauth2-bearer|token|(?:access|id|refresh|subject)[-_]token)[ \t=]{1,5}["']?([\w.~+/-]{6,}={0,2})/giu;

/**
 * The text between a name and its value: `name=value`, `name: value`, `"name": "value"`,
 * `:name=>"value"`, `["name"]=> string(5) "value"`, `name: Some(Type("value"))`, `name: b'value'`.
 */
const assignment =
  /["'`]?\]?\s{0,20}(?::=|=>|[:=])\s{0,20}(?:[a-z]{1,20}\(\d{0,9}\)?\s?){0,3}(?:b(?=["']))?(?:["'`]|\[(?!["']))?/iuy;
/**
 * The text between two cells of a table or a column, two words of a command such as
 * `set -x NAME value`, or two items of a list such as `1) "name"` and `2) "value"`.
 */
const nextCell = /["'`]?(?: {0,20}[\t|,\n]| )[\s|]{0,60}(?:\d{1,3}[).] )?["'`]?/uy;
/** A header's name and its value in two cells, or on two lines. */
const nextWord = /["'`]?[\s|,]{1,20}["'`]?/uy;
/** A scheme, perhaps twice; see RFC 6750, section 2.1, and RFC 9449, section 7.1. */
const scheme = /(?:(?:bearer|dpop)[\s+]{1,5}){1,3}/iuy;
/** For the value of a token see RFC 6750, section 2.1 (`b64token`). */
const value = /[\w.~+/-]{6,}={0,2}/uy;

/** Returns true for a name that is a token's and has no other part. */
export function isTokenName(name: string): boolean {
  return name.length < maxName && tokenName.exec(name)?.[0] === name;
}

/** Finds the values that have the name of a token beside them, in any form. */
export function findNamedTokens(text: string): NamedToken[] {
  const options = [...text.matchAll(asOption)].flatMap(
    ({ 0: whole, 1: name = "", 2: own = "", index }) =>
      takeValue(text, index + whole.length - own.length, own, name),
  );
  const named = [...text.matchAll(lastWord)].flatMap(({ 0: word, index }) => {
    const end = index + word.length;
    const name = tokenName.exec(text.slice(Math.max(0, end - maxName), end))?.[0];
    return name === undefined ? [] : findValue(text, end, name);
  });
  return [...options, ...named];
}

/** Finds the value after a name. A header needs a scheme; a cell needs a value like no word. */
function findValue(text: string, after: number, name: string): NamedToken[] {
  const isHeader = /authorization$/iu.test(name);
  const assigned = endOf(assignment, text, after);
  const at = assigned ?? endOf(isHeader ? nextWord : nextCell, text, after);
  if (at === undefined) return [];
  const afterScheme = endOf(scheme, text, at);
  if (isHeader && afterScheme === undefined) return [];
  const start = afterScheme ?? at;
  const end = endOf(value, text, start);
  if (end === undefined) return [];
  const own = text.slice(start, end);
  if (assigned === undefined && !isHeader && !isRandom(own)) return [];
  // In prose, a word after "token" is no value.
  if (assigned === undefined && at === after + 1 && /^token$/iu.test(name)) return [];
  return takeValue(text, start, own, name);
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function takeValue(text: string, start: number, own: string, name: string): NamedToken[] {
  const end = start + own.length;
  // The rest of the value has another encoding or is masked, or the text is no token.
  const isCut = /[%=*\\]/u.test(text[end] ?? "") || isCutAt(text, end);
  return isCut || isPlaceholder(own) ? [] : [{ start, text: own, name }];
}

/** Returns true for a text with letters and digits that is too long for a word or a date. */
function isRandom(text: string): boolean {
  return text.length >= 16 && /\d/u.test(text) && /[a-z]/iu.test(text);
}

/**
 * Returns true for a text that documentation and programs write in the place of a token: words, a
 * shortened or a masked token.
 */
function isPlaceholder(text: string): boolean {
  return (
    text.includes("...") ||
    text === text.charAt(0).repeat(text.length) ||
    /^(?:your|my)[-_]/iu.test(text) ||
    text.split(/[-_]/u).every((word) => /^[a-z]{1,19}$/iu.test(word))
  );
}

/** The longest distance of a name from its value. */
const reach = 120;

/** Returns the name before a value; undefined if there is none. */
export function nameBefore(text: string, at: number): string | undefined {
  const before = dropEnd(text.slice(Math.max(0, at - reach), at), " \t+\"'\\`[(>");
  const schemes = /(?:bearer|dpop)$/iu.exec(before)?.[0] ?? "";
  const separated = dropEnd(before.slice(0, before.length - schemes.length), " \t\"'\\`[(>");
  if (!/[:=]$/u.test(separated)) return undefined;
  const name = runAtEnd(dropEnd(separated, " \t:=\"'\\]"));
  return /^[a-z_]/iu.test(name) ? name : undefined;
}
