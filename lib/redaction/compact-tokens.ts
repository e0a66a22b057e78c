import { decodeBase64 } from "./decode-text.ts";
import type { Hiding } from "./hiding.ts";

const dottedRun = /[\w.=-]+/gu;
/** The start of a token's header in base64url: `{`, then a quote or white space. */
const headerStarts = ["eyJ", "eyI", "eyA", "eyB", "ewo", "ewp", "ewk", "ewl", "ew0", "ew1"];
const minTokenLength = 18;
const minHeaderLength = 8;
const minSignatureLength = 10;
const pemBegin = /-----BEGIN ([A-Z0-9 ]+)-----/gu;
/** The labels of PEM blocks with public content. */
const publicPem = /^(?:TRUSTED |X509 )?CERTIFICATE$|^(?:RSA |SSH2 )?PUBLIC KEY$|^X509 CRL$/u;

/**
 * Replaces the signature of each JWS in compact form (RFC 7515, section 3.1), and its claims unless
 * the user keeps them: the token stays readable, but is not valid. Of a JWE (RFC 7516,
 * section 3.1), only the header remains.
 */
export function redactTokens(
  text: string,
  { hide, keepsClaims }: Pick<Hiding, "hide" | "keepsClaims">,
): string {
  return text.replaceAll(dottedRun, (run) => {
    if (run.length < minTokenLength) return run;
    const parts = run.split(".");
    const written: string[] = [];
    for (let place = 0; place < parts.length; place += 1) {
      const part = parts[place] ?? "";
      written.push(part);
      const header = readHeader(part);
      if (header === undefined) continue;
      const [second, third] = [parts[place + 1], parts[place + 2]];
      const isEncrypted = /"enc"\s*:/u.test(header) && parts.length - place > 4;
      if (isEncrypted) {
        written.push(hide(parts.slice(place + 1, place + 5).join("."), "JWE"));
        place += 4;
      } else if (
        second !== undefined &&
        third !== undefined &&
        third.length >= minSignatureLength
      ) {
        written.push(
          keepsClaims ? second : hide(second, "JWT claims"),
          hide(third, "JWT signature"),
        );
        place += 2;
      }
    }
    return written.join(".");
  });
}

/** Returns true for a text that consists of one token. */
export function isTokenAlone(text: string): boolean {
  if (text.length < minTokenLength) return false;
  const parts = text.split(".", 6);
  const isDotted = /^[\w.=-]+$/u.test(text) && (parts.length === 3 || parts.length === 5);
  return isDotted && (parts[2] ?? "").length >= minSignatureLength && startsHeader(parts[0] ?? "");
}

/**
 * Replaces the content of each PEM block (RFC 7468) that is not public. A truncated block extends
 * to the end of the text.
 */
export function redactPem(text: string, { hide }: Pick<Hiding, "hide">): string {
  if (!text.includes("-----BEGIN ")) return text;
  let result = "";
  let done = 0;
  for (const { 0: begin, 1: label = "", index } of text.matchAll(pemBegin)) {
    if (index < done || publicPem.test(label)) continue;
    const closing = `-----END ${label}-----`;
    const found = text.indexOf(closing, index);
    const end = found < 0 ? text.length : found;
    const block = text.slice(index + begin.length, end);
    result += text.slice(done, index) + begin + (block === "" ? "" : hide(block, "PEM"));
    done = end;
  }
  return result + text.slice(done);
}

function startsHeader(part: string): boolean {
  return headerStarts.some((start) => part.startsWith(start));
}

/** Decodes the header at the end of a part. Other text may precede it without a dot. */
function readHeader(part: string): string | undefined {
  const starts = headerStarts.map((start) => part.indexOf(start)).filter((start) => start >= 0);
  const start = Math.min(...starts);
  if (starts.length === 0 || part.length - start < minHeaderLength) return undefined;
  return decodeBase64(part.slice(start)) ?? "";
}
