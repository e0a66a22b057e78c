import { isPlainAscii, normalizeText } from "./decode-text.ts";

/** The maximum depth of the trie: a long hostile secret must not slow down the search. */
const trieDepth = 64;
const minLengthInsideWords = 8;
const minLength = 6;
const wordPattern = /^\p{L}{1,15}$/u;
/** Matches pseudonyms, each with its kind: of a secret, of a value, or of a part of a token. */
export const pseudonymPattern =
  /\[removed ([^[\]\d]{1,40}) \d{1,9}\]|removed-([a-zA-Z]{1,12})-\d{1,9}-of-\d{1,9}-(?:character|digit)s?|removed-(part)-\d{3,7}/gu;
const pseudonymHere =
  /\[removed [^[\]\d]{1,40} \d{1,9}\]|removed-[a-zA-Z]{1,12}-\d{1,9}-of-\d{1,9}-(?:character|digit)s?|removed-part-\d{3,7}/uy;
const removedPart = /^removed-part-\d{3,7}$/u;
/** The start of each pseudonym: as a secret, it would be found in all of them. */
const pseudonymStart = /^(?:\[removed|removed-)/u;
/** A site and words: without a query or an opaque part, an address is no secret elsewhere. */
const plainAddress = /^https?:\/\/[\w.:-]+(?:\/[a-z_-]{0,24})*$/iu;

/** A known secret with its pseudonym in the export. */
interface Known {
  readonly secret: string;
  readonly kind: string;
  readonly pseudonym: string;
  /** True for a short secret, which is replaced only as a separate word. */
  readonly isAlone: boolean;
}

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  known?: Known;
}

/** The known secrets of one export. Equal secrets have equal pseudonyms. */
export interface KnownSecrets {
  /**
   * Returns the pseudonym of a secret, and creates it at the first call.
   *
   * @param size the length of the secret, as `-of-28-characters`. With it, the pseudonym has
   *   only letters, digits and hyphens, which no encoding changes.
   */
  name(secret: string, kind: string, size?: string): string;
  /** Returns the pseudonym of a text that may be no secret: `replace` does not search for it. */
  nameHere(text: string, kind: string, size?: string): string;
  /** Keeps the pseudonyms in a text for what they stood for before: no other value gets them. */
  reserve(text: string): void;
  /**
   * Splits a text into the known secrets within it, as their pseudonyms, and the rest; undefined if
   * there is none, or if the text is one itself.
   */
  splitKnown(text: string): readonly { text: string; isKnown: boolean }[] | undefined;
  /** Replaces each known secret in a text. */
  replace(text: string, onPlace: (pseudonym: string, kind: string) => void): string;
}

/** Returns true for a pseudonym, such as `[removed password 1]`. */
export function isPseudonym(text: string): boolean {
  return text !== "" && measurePseudonym(text, 0) === text.length;
}

/** Returns true for the part of a token that an export replaced. */
export function isRemovedPart(part: string): boolean {
  return removedPart.test(part);
}

/** Returns true for a text in which an export replaced a secret. */
export function hasPseudonym(text: string): boolean {
  return text.search(pseudonymPattern) >= 0;
}

/** Returns the length of the pseudonym that starts at a place of a text; 0 if none does. */
export function measurePseudonym(text: string, start: number): number {
  pseudonymHere.lastIndex = start;
  return pseudonymHere.exec(text)?.[0].length ?? 0;
}

/** Creates an empty store for one export. */
export function createKnownSecrets(): KnownSecrets {
  const pseudonyms = new Map<string, string>();
  const searched = new Set<string>();
  const countOfKind = new Map<string, number>();
  const reserved = new Set<string>();
  const root: TrieNode = { next: new Map() };

  function learn(known: Known): void {
    let node = root;
    for (let place = 0; place < Math.min(known.secret.length, trieDepth); place += 1) {
      const unit = known.secret.charAt(place);
      let following = node.next.get(unit);
      if (following === undefined) node.next.set(unit, (following = { next: new Map() }));
      node = following;
    }
    node.known ??= known;
  }

  /** Finds the longest known secret that starts here, and the length of the match. */
  function findAt(
    text: string,
    start: number,
    maxLength = text.length,
  ): { known: Known; length: number } | undefined {
    let found: { known: Known; length: number } | undefined;
    let node: TrieNode | undefined = root;
    for (let depth = 0; node !== undefined && depth <= trieDepth; depth += 1) {
      const { known }: TrieNode = node;
      if (known !== undefined) {
        let length = depth;
        // The trie has only the start of a long secret. Compare the rest while the text matches it.
        while (
          length < known.secret.length &&
          known.secret.charAt(length) === text.charAt(start + length)
        )
          length += 1;
        const isFound = !known.isAlone || standsAlone(text, start, start + length);
        if (isFound && length <= maxLength) found = { known, length };
      }
      node = node.next.get(text.charAt(start + depth));
    }
    return found;
  }

  function findName(plain: string, kind: string, size?: string): string {
    const before = pseudonyms.get(plain);
    if (before !== undefined) return before;
    let pseudonym: string;
    do {
      const count = (countOfKind.get(kind) ?? 0) + 1;
      countOfKind.set(kind, count);
      pseudonym =
        size === undefined ? `[removed ${kind} ${count}]` : `removed-${kind}-${count}${size}`;
    } while (reserved.has(pseudonym));
    pseudonyms.set(plain, pseudonym);
    return pseudonym;
  }

  return {
    nameHere: (text, kind, size) => findName(mapPlain(text).plain, kind, size),
    name(secret, kind, size) {
      const { plain } = mapPlain(secret);
      const pseudonym = findName(plain, kind, size);
      if (searched.has(plain)) return pseudonym;
      searched.add(plain);
      if (plain.length >= minLength && !isFoundByChance(plain)) {
        const isAlone = plain.length < minLengthInsideWords;
        for (const spelling of new Set([plain, escapeForJson(plain), escapeForHtml(plain)]))
          learn({ secret: spelling, kind, pseudonym, isAlone });
      }
      return pseudonym;
    },
    reserve(text) {
      if (!text.includes("removed")) return;
      for (const [found] of text.matchAll(pseudonymPattern)) reserved.add(found);
    },
    splitKnown(text) {
      if (root.next.size === 0) return undefined;
      const { plain } = mapPlain(text);
      const pieces: { text: string; isKnown: boolean }[] = [];
      let done = 0;
      for (let start = 0; start < plain.length;) {
        const found = root.next.has(plain.charAt(start))
          ? findAt(plain, start, plain.length - 1)
          : undefined;
        if (found === undefined) {
          start += 1;
          continue;
        }
        if (start > done) pieces.push({ text: plain.slice(done, start), isKnown: false });
        pieces.push({ text: found.known.pseudonym, isKnown: true });
        start += found.length;
        done = start;
      }
      if (done === 0) return undefined;
      if (done < plain.length) pieces.push({ text: plain.slice(done), isKnown: false });
      return pieces;
    },
    replace(text, onPlace) {
      if (root.next.size === 0) return text;
      const { plain, places } = mapPlain(text);
      let result = "";
      let done = 0;
      for (let start = 0; start < plain.length;) {
        const written = startsPseudonym(plain, start) ? measurePseudonym(plain, start) : 0;
        if (written > 0) {
          start += written;
          continue;
        }
        const found = root.next.has(plain.charAt(start)) ? findAt(plain, start) : undefined;
        if (found === undefined) {
          start += 1;
          continue;
        }
        const { known, length } = found;
        onPlace(known.pseudonym, known.kind);
        result += text.slice(done, places?.[start] ?? start) + known.pseudonym;
        start += length;
        done = places?.[start] ?? (places === undefined ? start : text.length);
      }
      return result + text.slice(done);
    },
  };
}

function startsPseudonym(text: string, start: number): boolean {
  const first = text.charAt(start);
  return first === "[" || (first === "r" && text.startsWith("removed-", start));
}

/** Returns true for a text that also occurs in a place without a secret. */
function isFoundByChance(plain: string): boolean {
  return wordPattern.test(plain) || pseudonymStart.test(plain) || plainAddress.test(plain);
}

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Escapes a text for the content and the attributes of HTML. */
export function escapeForHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Returns true if no neighbouring character belongs to the same word, number, date or URL. */
function standsAlone(text: string, start: number, end: number): boolean {
  return !/[\w.:/@|+-]/u.test(text.charAt(start - 1)) && !/[\w:/@|+-]/u.test(text.charAt(end));
}

/** Normalizes a text, and maps each of its UTF-16 units to a position in the original. */
function mapPlain(text: string): { plain: string; places?: number[] } {
  if (isPlainAscii(text)) return { plain: text };
  let plain = "";
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const read = normalizeText(character);
    plain += read;
    for (let unit = 0; unit < read.length; unit += 1) places.push(place);
    place += character.length;
  }
  return { plain, places };
}
