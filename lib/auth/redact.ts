import { isRecord } from "./records.ts";

/** Stands for a value, or the part of a text, that was taken out. */
export const removed = "[removed]";

// Names of members whose values are secrets; `token_type` and `password_policy` are not among them.
const secretNames =
  /(token|secret|verifier|ticket|password|otp|cookie|assertion|link_with)s?$|(oob|recovery|verification)_?code$/i;
const maxDepth = 32;

/**
 * Takes the secrets of a request out of what the service answered. It takes out whole values alone: a hole in a text
 * would disclose a secret that is a word of it.
 *
 * - A long secret is in no text by chance: whatever holds it goes.
 * - A short secret, or one that is a word, counts where it is a word by itself: not in `password_leaked`.
 * - A password policy is full of words, and the same for each password: there it counts in quotes alone.
 * - Names of members stay as they are. A member goes if its name is no plain identifier and holds a secret.
 *
 * @param answer a value of JSON
 * @param sent the members of the request
 */
export function redact(answer: unknown, sent: Readonly<Record<string, unknown>>): unknown {
  const finders = Object.entries(sent).flatMap(([name, value]) =>
    typeof value === "string" && value.trim() && (name === "code" || secretNames.test(name))
      ? createFinder(value.trim())
      : [],
  );
  const isSecret = (text: string, isPolicy = false): boolean => {
    const readings = listReadings(text);
    return finders.some((finds) => readings.some((reading) => finds(reading, isPolicy)));
  };
  const clean = (value: unknown, isPolicy: boolean, depth: number): unknown => {
    if (typeof value === "string" || typeof value === "number") {
      return isSecret(`${value}`, isPolicy) ? removed : value;
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth > maxDepth) return removed;
    if (Array.isArray(value)) return value.map((item) => clean(item, isPolicy, depth + 1));
    const members = Object.entries(value)
      .filter(([name]) => /^[a-z_]*$/i.test(name) || !isSecret(name))
      .map(([name, member]: [string, unknown]) => {
        const isRule =
          !depth && (name === "policy" || (name === "description" && isRecord(member)));
        const known = clean(member, isPolicy || isRule, depth + 1);
        // Yes, no and nothing are no secrets.
        return [
          name,
          secretNames.test(name) && typeof (member ?? true) !== "boolean" ? removed : known,
        ];
      });
    return Object.fromEntries(members);
  };
  return clean(answer, false, 0);
}

const quotes = /^["'`]?$/;
// Not part of the same word: `a-z` and `password_leaked` are one.
const delimiters = /^[^\w-]?$/;

/** Creates a function that tells whether a text holds a secret. */
function createFinder(secret: string): (text: string, isPolicy: boolean) => boolean {
  const parts = listReadings(secret);
  const isLong = secret.length > 15 || (secret.length > 7 && !/^\p{L}+$/u.test(secret));
  return (text, isPolicy) => {
    const ends = isPolicy ? quotes : delimiters;
    for (const part of parts) {
      for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
        const after = text[at + part.length] ?? "";
        if (isLong || (ends.test(text[at - 1] ?? "") && ends.test(after))) return true;
      }
    }
    return false;
  };
}

// A text may be encoded more than once: in a form, inside JSON, inside a page.
const maxRounds = 4;
// RFC 3986, section 2.1; HTML Standard, section 13.5; RFC 8259, section 7.
const encoded =
  /((?:%[\da-f]{2})+)|&(amp|apos|gt|lt|quot);|&#(\d{1,7});|&#x([\da-f]{1,6});|\\u([\da-f]{4})|\\(.)/gi;
const entities: Record<string, string> = { amp: "&", apos: "'", gt: ">", lt: "<", quot: '"' };

/** Lists how a text reads as it is, decoded once and more often, and without what escapes are written with. */
function listReadings(text: string): string[] {
  const readings = [text];
  for (let round = 0; round < maxRounds; round += 1) {
    text = text.replaceAll("+", " ").replace(encoded, decode);
    readings.push(text);
  }
  readings.push(text.replaceAll("\\", ""));
  return readings.map((reading) => reading.normalize("NFKC")).filter(Boolean);
}

function decode(
  code: string,
  percents?: string,
  entity?: string,
  decimal?: string,
  hex?: string,
  unit = hex,
  escaped?: string,
): string {
  try {
    if (percents) return decodeURIComponent(percents);
    if (entity) return entities[entity.toLowerCase()] ?? code;
    return escaped ?? String.fromCodePoint(unit ? parseInt(unit, 16) : Number(decimal));
  } catch {
    // Bytes that are no UTF-8, or a number that no character has.
    return code;
  }
}
