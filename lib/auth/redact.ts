import { isRecord } from "./records.ts";

/** Replaces a value, or a text, that contains a secret. */
export const removed = "[removed]";

/** Names of members whose values are secrets. `token_type` and `password_policy` do not match. */
const secretNames =
  /(token|secret|verifier|ticket|password|otp|cookie|assertion|link_with)s?$|(oob|recovery|verification)_?code$/i;
const maxDepth = 32;

// Matches the character beside a separate word: `a-z` and `password_leaked` are each one word.
const wordBorder = /^[^\w-]?$/;
const quotes = /^["'`]?$/;

/**
 * Removes the secrets of a request from the response to it. Removes whole values only: a gap in a
 * sentence would disclose a secret that is a word of the sentence.
 *
 * - A long secret is found anywhere in a text.
 * - A short secret, or a secret of letters, is found as a word by itself.
 * - A password policy contains many words, and never depends on the password. It is searched for
 *   quoted secrets only.
 * - Names of members do not change. A member is removed if its name contains a secret, unless the
 *   name has only letters and underscores.
 *
 * @param answer a JSON value
 * @param sent the members of the request
 */
export function redact(answer: unknown, sent: Readonly<Record<string, unknown>>): unknown {
  const searches = Object.entries(sent).flatMap(([name, value]) =>
    typeof value === "string" && value.trim() && (name === "code" || secretNames.test(name))
      ? createSearch(value.trim())
      : [],
  );
  const clean = (value: unknown, border: RegExp, depth: number): unknown => {
    const hasSecret = (text: string): boolean =>
      listReadings(text).some((reading) => searches.some((search) => search(reading, border)));
    if (typeof value === "string" || typeof value === "number") {
      return hasSecret(`${value}`) ? removed : value;
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth > maxDepth) return removed;
    if (Array.isArray(value)) return value.map((item) => clean(item, border, depth + 1));
    const members = Object.entries(value)
      .filter(([name]) => /^[a-z_]*$/i.test(name) || !hasSecret(name))
      .map(([name, member]: [string, unknown]) => {
        const isPolicy =
          !depth && (name === "policy" || (name === "description" && isRecord(member)));
        // A boolean or null cannot be a secret.
        const isSecret = secretNames.test(name) && typeof (member ?? true) !== "boolean";
        return [name, isSecret ? removed : clean(member, isPolicy ? quotes : border, depth + 1)];
      });
    return Object.fromEntries(members);
  };
  return clean(answer, wordBorder, 0);
}

/** Creates a search for one secret in a reading of a text. */
function createSearch(secret: string): (reading: string, border: RegExp) => boolean {
  const spellings = listReadings(secret);
  const isLong = secret.length > 15 || (secret.length > 7 && !/^\p{L}+$/u.test(secret));
  return (reading, border) =>
    spellings.some((spelling) => {
      let at = -1;
      while ((at = reading.indexOf(spelling, at + 1)) >= 0) {
        const [before, after] = [reading[at - 1] ?? "", reading[at + spelling.length] ?? ""];
        if (isLong || (border.test(before) && border.test(after))) return true;
      }
      return false;
    });
}

// A text may be encoded several times: in a form, in JSON, in a page.
const decodingRounds = 4;
// RFC 3986, section 2.1; HTML Standard, section 13.5; RFC 8259, section 7.
const escapes =
  /((?:%[\da-f]{2})+)|&(amp|apos|gt|lt|quot);|&#(\d{1,7});|&#x([\da-f]{1,6});|\\u([\da-f]{4})|\\(.)/gi;
const entities: Record<string, string> = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' };

/**
 * Returns the text itself, its reading after each round of decoding, and its reading without
 * backslashes. The last round is not enough: a decoded percent sign and the characters after it can
 * look like another escape.
 */
function listReadings(text: string): string[] {
  const readings = [text];
  let decoded = text;
  for (let round = 0; round < decodingRounds; round += 1) {
    decoded = decoded.replaceAll("+", " ").replace(escapes, decode);
    readings.push(decoded);
  }
  readings.push(decoded.replaceAll("\\", ""));
  return readings.map((reading) => reading.normalize("NFKC")).filter(Boolean);
}

function decode(
  escape: string,
  percents?: string,
  entity?: string,
  decimal?: string,
  hexadecimal?: string,
  unit = hexadecimal,
  character?: string,
): string {
  try {
    if (percents) return decodeURIComponent(percents);
    if (entity) return entities[entity.toLowerCase()] ?? escape;
    return character ?? String.fromCodePoint(unit ? parseInt(unit, 16) : Number(decimal));
  } catch {
    // Not UTF-8, or not a Unicode code point.
    return escape;
  }
}
