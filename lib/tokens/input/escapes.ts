import { readUtf8 } from "../read-base64url.ts";

const percentRun = /(?:%[\da-f]{2})+/giu;

/** Decodes percent-encoding. Parts that are not valid UTF-8 stay as they are. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  return text.replaceAll(percentRun, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|quot|apos|nbsp));/giu;
const namedEntities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Decodes numeric entities, those of XML, and the space that does not break. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  const decoded = text.replaceAll(
    entity,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole;
      return writeCharacter(
        decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal),
        whole,
      );
    },
  );
  // Last, so that one level is decoded.
  return decoded.replaceAll("&amp;", "&");
}

function writeCharacter(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise;
}

const backslashes = /(\\+)(u[\da-f]{4}|x[\da-f]{2}|[nrt!-/:-@[\]^_`{-~])?/giu;
const whitespace: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * Decodes one level of the escapes of JSON, of the strings of programs, and of Markdown, which
 * writes a backslash before punctuation. PowerShell writes a backquote before a quotation mark.
 */
export function decodeBackslashes(text: string): string {
  const plain = text.includes('`"') ? text.replaceAll('`"', '"') : text;
  if (!plain.includes("\\")) return plain;
  return plain.replaceAll(backslashes, (whole, run: string, escaped?: string) => {
    // Two backslashes stand for one; an odd one belongs to the character after it.
    const kept = run.slice(0, run.length >> 1);
    if (run.length % 2 === 0) return kept + (escaped ?? "");
    if (escaped === undefined) return `${kept}\\`;
    if (escaped.length === 1) return kept + (whitespace[escaped] ?? escaped);
    return kept + writeCharacter(parseInt(escaped.slice(1), 16), whole.slice(run.length - 1));
  });
}

/** Decodes the escapes of cmd.exe in a text that quotes with them. */
export function decodeCarets(text: string): string {
  return text.includes('^"') ? text.replaceAll(/\^([\s\S])/gu, "$1") : text;
}

const encodedBytes = /(?:=[\dA-F]{2})+/gu;

/**
 * Decodes a text in quoted-printable: one whose header says so, or that has both an encoded equals
 * sign and a line that ends with one.
 */
export function decodeQuotedPrintable(text: string): string {
  if (!text.includes("=")) return text;
  const isDeclared = /quoted-printable/iu.test(text);
  if (!isDeclared && !(text.includes("=3D") && /=\r?\n/u.test(text))) return text;
  return (
    text
      // The text is decoded once: it no longer has the encoding of its header.
      .replaceAll(/quoted-printable/giu, "8bit")
      .replaceAll(/=[ \t]{0,5}\r?\n/gu, "")
      .replaceAll(encodedBytes, (run) => {
        const bytes = Uint8Array.from(run.slice(1).split("="), (hex) => parseInt(hex, 16));
        return readUtf8(bytes) ?? run;
      })
  );
}
