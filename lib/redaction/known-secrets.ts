import { isPlainAscii, normalizeText } from "./decode-text.ts";

/** The maximum depth of the trie: a long hostile secret must not slow down the search. */
const trieDepth = 64;
const minLengthInsideWords = 8;
const minLength = 6;
const wordPattern = /^\p{L}{1,15}$/u;
const pseudonymPattern = /^\[removed [^[\]\d]+ \d+\]$/u;
const somePseudonym = /\[removed [^[\]\d]{1,40} \d{1,9}\]/u;
const pseudonymHere = /\[removed [^[\]\d]{1,40} \d{1,9}\]/uy;
/** The start of each pseudonym: as a secret, it would be found in all of them. */
const pseudonymStart = /^\[removed/u;
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
  /** Returns the pseudonym of a secret, and creates it at the first call. */
  name(secret: string, kind: string): string;
  /** Returns the pseudonym of a text that may be no secret: `replace` does not search for it. */
  nameHere(text: string, kind: string): string;
  /** Replaces each known secret in a text. */
  replace(text: string, onPlace: (pseudonym: string, kind: string) => void): string;
}

/** Returns true for a pseudonym, such as `[removed password 1]`. */
export function isPseudonym(text: string): boolean {
  return pseudonymPattern.test(text);
}

/** Returns true for a text in which an export replaced a secret. */
export function hasPseudonym(text: string): boolean {
  return somePseudonym.test(text);
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
  function findAt(text: string, start: number): { known: Known; length: number } | undefined {
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
        if (!known.isAlone || standsAlone(text, start, start + length)) found = { known, length };
      }
      node = node.next.get(text.charAt(start + depth));
    }
    return found;
  }

  function findName(plain: string, kind: string): string {
    const before = pseudonyms.get(plain);
    if (before !== undefined) return before;
    const count = (countOfKind.get(kind) ?? 0) + 1;
    countOfKind.set(kind, count);
    const pseudonym = `[removed ${kind} ${count}]`;
    pseudonyms.set(plain, pseudonym);
    return pseudonym;
  }

  return {
    nameHere: (text, kind) => findName(mapPlain(text).plain, kind),
    name(secret, kind) {
      const { plain } = mapPlain(secret);
      const pseudonym = findName(plain, kind);
      if (searched.has(plain)) return pseudonym;
      searched.add(plain);
      if (plain.length >= minLength && !isFoundByChance(plain)) {
        const isAlone = plain.length < minLengthInsideWords;
        for (const spelling of new Set([plain, escapeForJson(plain), escapeForHtml(plain)]))
          learn({ secret: spelling, kind, pseudonym, isAlone });
      }
      return pseudonym;
    },
    replace(text, onPlace) {
      if (root.next.size === 0) return text;
      const { plain, places } = mapPlain(text);
      let result = "";
      let done = 0;
      for (let start = 0; start < plain.length;) {
        const written = plain.charAt(start) === "[" ? measurePseudonym(plain, start) : 0;
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

/** Returns true for a text that also stands where it is no secret. */
function isFoundByChance(plain: string): boolean {
  return wordPattern.test(plain) || pseudonymStart.test(plain) || plainAddress.test(plain);
}

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeForHtml(text: string): string {
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
