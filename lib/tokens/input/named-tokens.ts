import { dropEnd, runAtEnd } from "./ends.ts";

interface NamedToken {
  start: number;
  text: string;
  name: string;
}

/** `name=value`, `name: value` or `"name": "value"`; for the value see RFC 6750, section 2.1. */
const underName =
  /(?<![a-z\d])((?:access|actor|id|logout|refresh|registration[-_]?access|subject)[-_]?token(?:[-_]?hint)?|(?:client[-_]?)?assertion|(?<![\w-])token)\\?["']?\s{0,5}[:=]\s{0,5}\\?["']?([\w.~+/-]{6,}={0,2})/giu;

/** An option of a command, such as `curl --oauth2-bearer`. */
const asOption =
  /(?<![\w-])--(oauth2-bearer|token|(?:access|id|refresh|subject)[-_]token)[ \t=]{1,5}["']?([\w.~+/-]{6,}={0,2})/giu;

/** The header of RFC 6750, section 2.1, or RFC 9449, section 7.1. */
const inHeader =
  /(?<![\w-])((?:proxy-)?authorization)\\?["']?\s{0,5}[:=]\s{0,5}\\?["']?(?:bearer|dpop)[\s+]{1,5}([\w.~+/-]{6,}={0,2})/giu;

/** Finds the values that have the name of a token, in any form. */
export function findNamedTokens(text: string): NamedToken[] {
  return [underName, asOption, inHeader].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: name = "", 2: own = "", index }) => {
      const end = index + whole.length;
      // The rest of the value is encoded, or the text is no token: a level of decoding shows it.
      const isCut = text[end] === "%" || text[end] === "=";
      return isCut || isPlaceholder(own) ? [] : [{ start: end - own.length, text: own, name }];
    }),
  );
}

/**
 * Returns true for a text that documentation and programs write in the place of a token: words, a
 * shortened or a masked token.
 */
function isPlaceholder(text: string): boolean {
  return (
    text.includes("...") ||
    new Set(text).size === 1 ||
    /^(?:your|my)[-_]/iu.test(text) ||
    text.split(/[-_]/u).every((word) => /^[a-z]{1,19}$/iu.test(word))
  );
}

/** The longest distance of a name from its value. */
const reach = 120;

/** Returns the name before a value; undefined if there is none. */
export function nameBefore(text: string, at: number): string | undefined {
  const before = dropEnd(text.slice(Math.max(0, at - reach), at), " \t+\"'\\");
  const scheme = /(?:bearer|dpop)$/iu.exec(before)?.[0] ?? "";
  const separated = dropEnd(before.slice(0, before.length - scheme.length), " \t\"'\\");
  if (!/[:=]$/u.test(separated)) return undefined;
  const name = runAtEnd(dropEnd(separated, " \t:=\"'\\"));
  return /^[a-z_]/iu.test(name) ? name : undefined;
}
