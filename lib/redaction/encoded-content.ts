import { decodeBase64, decodePercent, encodeBase64Like } from "./decode-text.ts";
import { pseudonymPattern } from "./known-secrets.ts";

/** A run of characters between the delimiters of a URL, a form or a text. */
const segmentPattern = /[^\s"'`<>&#?]{3,}/gu;
const base64Run = /[\w+/-]{12,}={0,2}/gu;
/** Matches readable text. Ciphertext and random ids match only by chance. */
const readablePattern = /[\t\n\r\u0020-\u007e]{6,}/u;

export interface Decoding {
  /** Redacts a decoded text. */
  redactInner(text: string): string;
  /** Counts decoded characters. Returns true if the budget is used up, so decoding must stop. */
  exceedsBudget(length: number): boolean;
  hide(secret: string, kind: string): string;
}

/** Decodes and redacts each percent-encoded piece. Encodes it again if it had a secret. */
export function redactPercentEncoded(text: string, decoding: Decoding): string {
  if (!/%[\da-f]{2}/iu.test(text)) return text;
  let result = "";
  let done = 0;
  // The blank in a pseudonym ends a segment: its beginning would be taken for a value.
  for (const { 0: pseudonym, index } of text.matchAll(pseudonymPattern)) {
    result += redactSegments(text.slice(done, index), decoding) + pseudonym;
    done = index + pseudonym.length;
  }
  return result + redactSegments(text.slice(done), decoding);
}

function redactSegments(text: string, decoding: Decoding): string {
  return text.replaceAll(segmentPattern, (segment) => {
    if (!/%[\da-f]{2}/iu.test(segment)) return segment;
    const equals = segment.indexOf("=");
    const start = segment.slice(0, equals + 1).includes("%") ? 0 : equals + 1;
    const encoded = segment.slice(start);
    const decoded = decodePercent(encoded);
    if (decoded === encoded) return segment;
    const head = segment.slice(0, start);
    if (decoding.exceedsBudget(decoded.length))
      return head + decoding.hide(encoded, "encoded content");
    const redacted = decoding.redactInner(decoded);
    return redacted === decoded ? segment : head + encodePercent(redacted);
  });
}

/**
 * Decodes and redacts each base64 piece, in all four alignments. Encodes it again if it had a
 * secret.
 */
export function redactBase64(text: string, decoding: Decoding): string {
  return text.replaceAll(base64Run, (run) => {
    for (let offset = 0; offset < 4; offset += 1) {
      const encoded = run.slice(offset);
      const decoded = decodeBase64(encoded, readablePattern);
      if (decoded === undefined) continue;
      if (decoding.exceedsBudget(decoded.length)) return decoding.hide(run, "encoded content");
      const redacted = decoding.redactInner(decoded);
      if (redacted !== decoded) return run.slice(0, offset) + encodeBase64Like(redacted, run);
    }
    return run;
  });
}

/** Percent-encodes a text except for pseudonyms, which stay readable and searchable. */
export function encodePercent(text: string): string {
  let result = "";
  let done = 0;
  for (const { 0: pseudonym, index } of text.matchAll(pseudonymPattern)) {
    result += encodeURIComponent(text.slice(done, index).toWellFormed()) + pseudonym;
    done = index + pseudonym.length;
  }
  return result + encodeURIComponent(text.slice(done).toWellFormed());
}
