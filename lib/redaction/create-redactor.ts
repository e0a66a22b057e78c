import { createKnownSecrets } from "./known-secrets.ts";
import { createTextRedactor } from "./redact-text.ts";
import { findSecretKind } from "./secret-names.ts";

/** Counts the redactions of an export by kind. Contains no part of a secret. */
export interface RedactionReceipt {
  /** Present if every value was replaced that is on no list; otherwise, secrets were recognised. */
  readonly of?: "value";
  /** The number of redacted places. */
  readonly places: number;
  /** The number of different secrets. */
  readonly secrets: number;
  /** The number of places by kind, such as `password` or `JWT signature`. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The number of different values that the user keeps. */
  readonly keptByHand?: number;
}

/** Redacts one export. Equal secrets get equal pseudonyms, but only within the export. */
export interface Redactor {
  /** Collects the secrets of a value, so that `redact` also finds them where they have no name. */
  collect(value: unknown): void;
  /** Returns a copy without secrets. All other values and their order stay the same. */
  redact(value: unknown): unknown;
  /** Returns the counts so far. */
  receipt(): RedactionReceipt;
}

const maxDepth = 64;
const tooDeep = "[removed: too deep]";
/** The private members of a JSON Web Key (RFC 7518, sections 6.2.2, 6.3.2 and 6.4). */
const privateKeyMembers = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k"]);
/** Matches a member name that contains neither an encoded text nor a second name. */
const plainName = /^[a-z]{0,11}(?:_[a-z]{1,11}){0,6}$/iu;
const wordPattern = /^[a-z]+(?:[_ :.-][a-z]+)*$/iu;

/**
 * Creates a redactor. Its pseudonyms are numbered, so that they reveal nothing of a secret.
 *
 * @param options.keepsClaims false to remove the claims of tokens too, and not only the signatures
 */
export function createRedactor({ keepsClaims = true }: { keepsClaims?: boolean } = {}): Redactor {
  const known = createKnownSecrets();
  const hidden = new Set<string>();
  const kinds = new Map<string, number>();
  let places = 0;
  let level = 0;

  function count(pseudonym: string, kind: string): void {
    places += 1;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    hidden.add(pseudonym);
  }

  function hide(secret: string, kind: string): string {
    const pseudonym = known.name(secret, kind);
    count(pseudonym, kind);
    return pseudonym;
  }

  const texts = createTextRedactor({
    keepsClaims,
    hide,
    hideHere(text, kind) {
      const pseudonym = known.nameHere(text, kind);
      count(pseudonym, kind);
      return pseudonym;
    },
    learn: (secret, kind) => void known.name(secret, kind),
    replaceKnown: (text) => known.replace(text, count),
    redactJson(text) {
      const json = readJson(text);
      if (json === undefined) return undefined;
      const after = JSON.stringify(redact(json));
      if (after !== JSON.stringify(json)) return after;
      // JSON.parse keeps only the last of duplicate members, but the text contains all of them.
      return countMembers(json) === countNames(text) ? text : undefined;
    },
  });

  /** Walks an object one level deeper. Removes objects below the limit: none stays unchecked. */
  function descend(value: unknown, walk: (object: object) => unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (level >= maxDepth) return tooDeep;
    level += 1;
    try {
      return walk(value);
    } finally {
      level -= 1;
    }
  }

  /** Hides each text and number under a secret's name. Empty texts, booleans and null stay. */
  function hideAll(value: unknown, kind: string): unknown {
    if (typeof value === "string") return value === "" ? value : texts.hideValue(value, kind);
    if (typeof value === "number" || typeof value === "bigint") return hide(String(value), kind);
    return descend(value, (object) => {
      if (Array.isArray(object)) return object.map((inner: unknown) => hideAll(inner, kind));
      const pair = findPair(object);
      return mapMembers(object, (inner, name) =>
        kind === "cookie" && pair !== undefined && name !== pair.valueName
          ? redact(inner)
          : hideAll(inner, kind),
      );
    });
  }

  function redactList(list: readonly unknown[]): unknown[] {
    const arePairs = list.every(
      (inner) => Array.isArray(inner) && inner.length === 2 && typeof inner[0] === "string",
    );
    return list.map((inner: unknown, place) => {
      const pair: readonly unknown[] = arePairs && Array.isArray(inner) ? inner : [];
      const [name, value] = pair;
      const kind = typeof name === "string" ? findSecretKind(name) : undefined;
      if (kind !== undefined) return [redact(name), hideAll(value, kind)];
      // A list may be flat: a name, then its value, as in a command. A plain word is no secret.
      const before: unknown = list[place - 1];
      const kindBefore = typeof before === "string" ? findSecretKind(before) : undefined;
      return kindBefore !== undefined && typeof inner === "string" && !wordPattern.test(inner)
        ? hideAll(inner, kindBefore)
        : redact(inner);
    });
  }

  function redactMembers(value: object): unknown {
    const pair = findPair(value);
    const isKey = Object.hasOwn(value, "kty");
    return mapMembers(value, (inner, name) => {
      const kind =
        name === pair?.valueName
          ? pair.kind
          : isKey && privateKeyMembers.has(name)
            ? "private key"
            : findSecretKind(name);
      return kind === undefined ? redact(inner) : hideAll(inner, kind);
    });
  }

  function mapMembers(value: object, map: (inner: unknown, name: string) => unknown): unknown {
    const members = new Map<string, unknown>();
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      const written = plainName.test(name) ? known.replace(name, count) : texts.redactText(name);
      // Redaction can make two names equal. A number in the second name keeps both members.
      const free = members.has(written) ? `${written} (${members.size + 1})` : written;
      members.set(free, map(inner, name));
    }
    return Object.fromEntries(members);
  }

  function redact(value: unknown): unknown {
    if (typeof value === "string") return texts.redactText(value);
    return descend(value, (object) =>
      Array.isArray(object) ? redactList(object) : redactMembers(object),
    );
  }

  return {
    redact,
    collect(value) {
      redact(value);
      places = 0;
      kinds.clear();
      hidden.clear();
    },
    receipt: () => ({
      places,
      secrets: hidden.size,
      kinds: Object.fromEntries(kinds),
    }),
  };
}

/** Finds the value member and its kind in an object such as `{ name, value }`. */
function findPair(value: object): { valueName: string; kind: string } | undefined {
  const members: [string, unknown][] = Object.entries(value);
  if (members.length < 2) return undefined;
  const name = members.find(
    ([member, inner]) => /^(?:name|key|header|field)$/iu.test(member) && typeof inner === "string",
  )?.[1];
  const valueName = members.find(([member]) => /^values?$/iu.test(member))?.[0];
  if (typeof name !== "string" || valueName === undefined) return undefined;
  const kind = findSecretKind(name);
  return kind === undefined ? undefined : { valueName, kind };
}

function countMembers(json: unknown): number {
  if (typeof json !== "object" || json === null) return 0;
  const own = Array.isArray(json) ? 0 : Object.keys(json).length;
  return Object.values(json).reduce((sum: number, inner) => sum + countMembers(inner), own);
}

/** Counts the member names in a valid JSON text, including duplicates. */
function countNames(text: string): number {
  let count = 0;
  for (let place = text.indexOf('"'); place >= 0; place = text.indexOf('"', place)) {
    for (place += 1; text.charAt(place) !== '"'; place += 1) {
      if (text.charAt(place) === "\\") place += 1;
    }
    for (place += 1; /\s/u.test(text.charAt(place));) place += 1;
    if (text.charAt(place) === ":") count += 1;
  }
  return count;
}

/** Parses a text that is a JSON object, list or string, such as the body of a request. */
function readJson(text: string): unknown {
  if (!/^\s*[{["]/u.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
