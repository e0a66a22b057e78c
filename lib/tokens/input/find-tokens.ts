import { findCompactTokens } from "./compact-tokens.ts";
import { cleanCharacters } from "./visible-characters.ts";
import { findNamedTokens, nameBefore } from "./named-tokens.ts";
import { stripSurroundings } from "../strip-surroundings.ts";
import { unwrap } from "./unwrap.ts";

/** The maximum length of a text to search, in characters. */
const maxInputLength = 1024 * 1024;
/** The maximum number of tokens that are listed. */
const maxTokens = 100;

/** A token within a pasted text. */
export interface FoundToken {
  /** The token alone, without quotes, line breaks or percent-encoding. */
  text: string;
  /**
   * A JWS or a JWE in compact form, known by its header (RFC 7515, section 3.1; RFC 7516, section
   * 3.1); `named` is any other value with the name of a token, or a text of its own.
   */
  kind: "jws" | "jwe" | "named";
  /** The parameter, member, header or cookie that carried it; undefined for a token alone. */
  name: string | undefined;
}

export type TokenSearch =
  | { kind: "found"; tokens: readonly [FoundToken, ...FoundToken[]] }
  | { kind: "none" }
  | { kind: "too-long" };

/**
 * Finds the tokens in a text as people paste it: a token, a header line, a URL, JSON, a form body,
 * a command, a cookie line, a page's source, a log, or several of these. The text is unwrapped
 * first. Each token is listed once, in the order of the text, up to `maxTokens`.
 *
 * A text that only looks like a token is not one: the header of a JWS or a JWE must be JSON with
 * `alg`, and any other token needs a name, or must be the whole text. A shortened or masked token
 * is none.
 */
export function findTokens(text: string): TokenSearch {
  if (text.length > maxInputLength) return { kind: "too-long" };
  const unwrapped = unwrap(text);
  const found = listTokens(unwrapped);
  // A step can spoil a token in a text that only looks wrapped.
  for (const token of unwrapped === text ? [] : listTokens(text)) {
    if (token.kind === "named" || found.some((one) => one.text.startsWith(token.text))) continue;
    found.push(token);
  }
  if (found.length === 0) {
    const alone = stripSurroundings(cleanCharacters(text));
    if (isOneWord(alone)) found.push({ text: alone, kind: "named", name: undefined });
  }
  const [first, ...others] = found.slice(0, maxTokens);
  return first === undefined ? { kind: "none" } : { kind: "found", tokens: [first, ...others] };
}

/** Lists the tokens of one text, in its order. */
function listTokens(text: string): FoundToken[] {
  const compact = findCompactTokens(text);
  const places = [
    ...compact.map(({ start, end, text: own, kind }) => ({
      start,
      end,
      token: { text: own, kind, name: nameBefore(text, start) },
    })),
    ...findNamedTokens(text).map(({ start, text: own, name }) => ({
      start,
      end: start,
      token: { text: own, kind: "named" as const, name },
    })),
  ].sort((one, other) => one.start - other.start);
  const found = new Map<string, FoundToken>();
  let covered = 0;
  for (const { start, end, token } of places) {
    // A compact token is listed before the value that it is under a name.
    if (start >= covered && !found.has(token.text)) found.set(token.text, token);
    covered = Math.max(covered, end);
    if (found.size === maxTokens) break;
  }
  return [...found.values()];
}

/** Returns true for one word that is neither JSON, a URL nor a mask. */
function isOneWord(text: string): boolean {
  if (/[*•…]|\.\.\./u.test(text)) return false;
  return text !== "" && !/[\s{}<>"]/u.test(text) && !/^[a-z][a-z0-9+.-]*:\/\//iu.test(text);
}
