import { readBase64Url, readUtf8 } from "../read-base64url.ts";

/** An address in a parameter of an address is encoded twice; more levels are not seen. */
const maxLevels = 3;

const encodedRun = /(?:%[\da-f]{2})+/giu;
/** Invisible characters that editors and chats insert into long words. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/**
 * Lists a text, and the text after each level of percent-decoding (RFC 3986, section 2.1). Parts
 * that are not valid UTF-8 stay as they are.
 */
export function listDecodings(text: string): string[] {
  const texts = [text.replaceAll(invisible, "")];
  while (texts.length <= maxLevels) {
    const last = texts.at(-1) ?? "";
    const next = last.replaceAll(encodedRun, decodeRun);
    if (next === last) break;
    texts.push(next);
  }
  return texts;
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** Shorter base64 has no room for a token with its header and a claim. */
const base64Run = /(?<![\w+/-])[\w+/-]{40,}={0,2}(?![\w+/=-])/gu;

/**
 * Decodes each value in base64 or base64url that is UTF-8 text (RFC 4648, sections 4 and 5): a
 * cluster's secret, `Authorization: Basic`, the output of `base64`. A text that is one value can
 * have line breaks.
 */
export function decodeBase64Runs(text: string): string[] {
  const joined = text.replaceAll(/\s+/gu, "");
  const runs = [...text.matchAll(base64Run)].map(([run]) => run);
  return [...new Set([...runs, ...(joined.match(base64Run) ?? [])])].flatMap((run) => {
    const unpadded = run.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const reading = readBase64Url(unpadded);
    return (reading.ok ? readUtf8(reading.bytes) : undefined) ?? [];
  });
}
