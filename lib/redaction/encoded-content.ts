import { decodeBase64, decodePercent, encodeBase64Like } from "./decode-text.ts";

/** What stands between two delimiters of an address, a form or a text. */
const SEGMENT = /[^\s"'`<>&#?]{3,}/gu;
const BASE64_RUN = /[\w+/-]{12,}={0,2}/gu;
/** Ciphertext and random ids hold none but by chance. */
const READABLE = /[\t\n\r\u0020-\u007e]{6,}/u;
const OWN_PSEUDONYM = /\[removed [^[\]\d]+ \d+\]/gu;

export interface Decoding {
  /** Redacts a text one encoding further in. */
  redactInner(text: string): string;
  /** True once as much was decoded as a text of this length may cost; the rest is left out unread. */
  exceedsBudget(length: number): boolean;
  hide(secret: string, kind: string): string;
}

/** Decodes each piece that is percent-encoded, redacts it and encodes it again if a secret was in it. */
export function redactPercentEncoded(text: string, decoding: Decoding): string {
  if (!/%[\da-f]{2}/iu.test(text)) return text;
  return text.replaceAll(SEGMENT, (segment) => {
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

/** Decodes each piece that may be base64 in each of its four alignments, and does the same. */
export function redactBase64(text: string, decoding: Decoding): string {
  return text.replaceAll(BASE64_RUN, (run) => {
    for (let offset = 0; offset < 4; offset += 1) {
      const encoded = run.slice(offset);
      const decoded = decodeBase64(encoded, READABLE);
      if (decoded === undefined) continue;
      if (decoding.exceedsBudget(decoded.length)) return decoding.hide(run, "encoded content");
      const redacted = decoding.redactInner(decoded);
      if (redacted !== decoded) return run.slice(0, offset) + encodeBase64Like(redacted, run);
    }
    return run;
  });
}

/** Pseudonyms stay readable, and can be searched for. */
function encodePercent(text: string): string {
  let result = "";
  let done = 0;
  for (const { 0: pseudonym, index } of text.matchAll(OWN_PSEUDONYM)) {
    result += encodeURIComponent(text.slice(done, index).toWellFormed()) + pseudonym;
    done = index + pseudonym.length;
  }
  return result + encodeURIComponent(text.slice(done).toWellFormed());
}
