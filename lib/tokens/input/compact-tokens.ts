import { isJsonObject, readText } from "../../encoding/json.ts";
import { readBase64Url, readUtf8 } from "../read-base64url.ts";
import { readJson } from "../read-json.ts";
import { dropEnd } from "./ends.ts";

/** A JWS or a JWE in a text, from `start` up to `end`. */
interface CompactToken {
  start: number;
  end: number;
  text: string;
  kind: "jws" | "jwe";
}

// The lookbehind keeps the search linear: a run is tried at its first character alone. Some issuers
// write padding, which a token must not have (RFC 7515, section 2).
const dottedRun = /(?<![\w-])[\w-]+(?:={0,2}\.[\w-]*){2,}={0,2}/gu;
/** The longest header that is decoded. */
const maxHeaderLength = 64 * 1024;

/**
 * Finds the tokens in compact form. The header tells where one begins and how many parts it has, so
 * that two tokens with a dot between them are found as well.
 */
export function findCompactTokens(text: string): CompactToken[] {
  const tokens: CompactToken[] = [];
  for (const { 0: run, index } of text.matchAll(dottedRun)) {
    const parts = run.split(".");
    let start = index;
    for (let place = 0; place < parts.length; place += 1) {
      const kind = parts.length - place >= 3 ? readHeader(parts[place] ?? "")?.kind : undefined;
      const count = kind === "jwe" ? 5 : 3;
      if (kind === undefined || parts.length - place < count) {
        start += (parts[place] ?? "").length + 1;
        continue;
      }
      const padded = parts.slice(place, place + count).join(".");
      // Behind a token without padding, an equals sign is not of the token.
      const own = padded.includes("=.") ? padded : dropEnd(padded, "=");
      const end = start + own.length;
      if (!isCutAt(text, end)) tokens.push({ start, end, text: own, kind });
      start += padded.length + 1;
      place += count - 1;
    }
  }
  return tokens;
}

/** The text after the beginning of a token that a program shortened or masked. */
const ellipsis = /^(?:\.{2,}|\*{2,}|\s?[[(<]?(?:\u2026|\u2022|\.\.\.|truncated))/iu;

/** Returns true if the text shows at this place that the rest of the value was left out. */
export function isCutAt(text: string, end: number): boolean {
  return ellipsis.test(text.slice(end, end + 16));
}

/** Returns true for a text that begins with the header of a token and a dot. */
export function beginsToken(text: string): boolean {
  const dot = text.indexOf(".");
  return dot > 0 && readHeader(text.slice(0, dot)) !== undefined;
}

/**
 * Reads the header that begins a token; returns undefined for any other text.
 *
 * @see RFC 7515, section 4.1.1 (`alg`); RFC 7516, section 4.1.2 (`enc`)
 */
export function readHeader(
  part: string,
): { kind: CompactToken["kind"]; algorithm: string } | undefined {
  // Every JSON object begins with a brace, which base64url encodes as "e" and one of "w" to "z".
  if (part.length < 8 || part.length > maxHeaderLength || !/^e[w-z]/u.test(part)) return undefined;
  const decoded = readBase64Url(dropEnd(part, "="));
  const json = decoded.ok ? readUtf8(decoded.bytes) : undefined;
  if (json === undefined) return undefined;
  const reading = readJson(json);
  if (!reading.ok || !isJsonObject(reading.value) || !("alg" in reading.value)) return undefined;
  const { alg } = reading.value;
  return { kind: "enc" in reading.value ? "jwe" : "jws", algorithm: readText(alg) ?? "" };
}
