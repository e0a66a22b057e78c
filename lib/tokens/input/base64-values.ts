import { readBase64Url, readUtf8 } from "../read-base64url.ts";
import { findCompactTokens } from "./compact-tokens.ts";
import { findNamedTokens } from "./named-tokens.ts";

const base64Run = /(?<![\w+/-])[\w+/-]+={0,2}/gu;
/** Before the values of the cookies of Supabase. */
const prefix = "base64-";
/** Shorter base64 has no room for a token. */
const minLength = 40;
/** The text before a value: a separator, a quotation mark, or a scheme. */
const beforeValue = /(?:[:=>"'`,;|[(\t]|\bbasic) {0,4}$/iu;
/** Wrapping that the next round removes. */
const wrapped = /eyJ|ZXlK|token|authorization/iu;
/** A text such as JSON or a request; binary data has other characters. */
const binary = /(?![\t\n\f\r])\p{Cc}|\ufffd/u;

/**
 * Decodes each value in base64 or base64url that is a text with a token: a body in a HAR file, a
 * cluster's secret, `Authorization: Basic`, the output of `base64`. A line of its own is a value.
 */
export function decodeBase64Values(text: string): string {
  return joinLines(text).replaceAll(base64Run, (whole, at: number, all: string) => {
    const end = at + whole.length;
    // A part of a token has a dot beside it.
    if (whole.length < minLength || all[at - 1] === "." || all[end] === ".") return whole;
    if (whole.startsWith(prefix)) return decode(whole.slice(prefix.length)) ?? whole;
    return isValue(all, at, end) ? (decode(whole) ?? whole) : whole;
  });
}

function isValue(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  if (beforeValue.test(before)) return true;
  return /(?:^|\n)\s{0,12}$/u.test(before) && /^\s{0,12}(?:\n|$)/u.test(text.slice(end, end + 13));
}

function decode(run: string): string | undefined {
  const unpadded = run.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const reading = readBase64Url(unpadded);
  const decoded = reading.ok ? readUtf8(reading.bytes) : undefined;
  if (decoded === undefined || binary.test(decoded)) return undefined;
  const hasToken =
    wrapped.test(decoded) ||
    findCompactTokens(decoded).length > 0 ||
    findNamedTokens(decoded).length > 0;
  return hasToken ? decoded : undefined;
}

/** A line that is base64 alone; the last one has the padding. */
const base64Line = /^[ \t]{0,40}([\w+/-]{4,}={0,2})[ \t]{0,5}\r?$/u;
/** Tools wrap base64 at 64 or 76 columns (RFC 7468, section 2; RFC 2045, section 6.8). */
const minWidth = 60;
/** A longer line is not wrapped. */
const maxWidth = 2000;

/** Joins successive lines of base64 of one width. */
function joinLines(text: string): string {
  if (!text.includes("\n")) return text;
  const joined: string[] = [];
  let block: string[] = [];
  let width = 0;
  const end = (line: string) => {
    joined.push(block.join(""));
    block = [line];
  };
  for (const [at, line] of text.split("\n").entries()) {
    const run = line.length > maxWidth ? undefined : base64Line.exec(line)?.[1];
    if (run !== undefined && width > 0 && run.length <= width) {
      if (block.length === 1) block = [(block[0] ?? "").trimEnd()];
      block.push(run);
      width = run.length === width ? width : 0;
      continue;
    }
    if (at === 0) block = [line];
    else end(line);
    width = run !== undefined && run.length >= minWidth ? run.length : 0;
  }
  end("");
  return joined.join("\n");
}
