import { findCompactTokens } from "./compact-tokens.ts";
import { decodeBase64Runs, listDecodings } from "./decodings.ts";
import { findNamedTokens, nameBefore } from "./named-tokens.ts";
import { rejoinLines } from "./rejoin-lines.ts";
import { stripSurroundings } from "../strip-surroundings.ts";

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
 * a cURL command, a cookie line, or several of these. Line breaks within a token and
 * percent-encoding are undone, and base64 in a text without other tokens. Each token is listed once,
 * in the order of the text, up to `maxTokens`.
 *
 * A text that only looks like a token is not one: the header of a JWS or a JWE must be JSON with
 * `alg`, and any other token needs a name, or must be the whole text.
 */
export function findTokens(text: string): TokenSearch {
  if (text.length > maxInputLength) return { kind: "too-long" };
  const found = new Map<string, FoundToken>();
  const add = (token: FoundToken) => {
    if (!found.has(token.text) && found.size < maxTokens) found.set(token.text, token);
  };
  for (const decoded of listDecodings(text)) {
    searchText(rejoinLines(decoded), add);
  }
  if (found.size === 0) {
    for (const decoded of decodeBase64Runs(text)) searchText(rejoinLines(decoded), add);
  }
  if (found.size === 0) {
    const alone = stripSurroundings(text);
    if (isOneWord(alone)) add({ text: alone, kind: "named", name: undefined });
  }
  const [first, ...others] = found.values();
  return first === undefined ? { kind: "none" } : { kind: "found", tokens: [first, ...others] };
}

/** Reports the tokens of one text, in its order. */
function searchText(text: string, add: (token: FoundToken) => void): void {
  const compact = findCompactTokens(text);
  const covered = (at: number) => compact.some(({ start, end }) => at >= start && at < end);
  const places = [
    ...compact.map(({ start, text: own, kind }) => ({
      start,
      token: { text: own, kind, name: nameBefore(text, start) },
    })),
    ...findNamedTokens(text)
      .filter(({ start }) => !covered(start))
      .map(({ start, text: own, name }) => ({
        start,
        token: { text: own, kind: "named" as const, name },
      })),
  ];
  for (const { token } of places.sort((one, other) => one.start - other.start)) add(token);
}

/** Returns true for one word that is neither JSON, a URL nor a mask. */
function isOneWord(text: string): boolean {
  if (/^[*•….]+$/u.test(text)) return false;
  return text !== "" && !/[\s{}<>"]/u.test(text) && !/^[a-z][a-z0-9+.-]*:\/\//iu.test(text);
}
