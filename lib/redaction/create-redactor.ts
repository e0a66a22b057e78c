import { createKnownSecrets } from "./known-secrets.ts";
import { createTextRedactor } from "./redact-text.ts";
import { findSecretKind } from "./secret-names.ts";

/** What was taken out of an export, by kind. Nothing in it tells what a secret was. */
export interface RedactionReceipt {
  /** How many places were changed. */
  readonly places: number;
  /** How many different secrets they held. */
  readonly secrets: number;
  /** By kind, such as `password` or `JWT signature`: how many places. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** One redactor for one export: in it equal secrets have equal names, in another they have others. */
export interface Redactor {
  /** Notes the secrets of a value, so that `redact` finds them wherever they stand without a name too. */
  collect(value: unknown): void;
  /** Returns a copy without secrets; all else is the same, also in its order. */
  redact(value: unknown): unknown;
  /** Returns what `redact` has taken out so far. */
  receipt(): RedactionReceipt;
}

const MAX_DEPTH = 64;
const TOO_DEEP = "[removed: too deep]";
/** RFC 7518, sections 6.2.2, 6.3.2 and 6.4: the members of a key that are private. */
const PRIVATE_KEY_MEMBERS = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k"]);
/** A member's name in which no encoding and no other name can stand. */
const PLAIN_NAME = /^[a-z]{0,11}(?:_[a-z]{1,11}){0,6}$/iu;
const WORD = /^[a-z]+(?:[_ :.-][a-z]+)*$/iu;

/** Creates a redactor. Its pseudonyms are counted, so that they tell nothing of the secret. */
export function createRedactor(): Redactor {
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
    hide,
    learn: (secret, kind) => void known.name(secret, kind),
    replaceKnown: (text) => known.replace(text, count),
    redactJson(text) {
      const json = readJson(text);
      if (json === undefined) return undefined;
      const after = JSON.stringify(redact(json));
      if (after !== JSON.stringify(json)) return after;
      // Of two members of one name the parser keeps the last: the text holds the other one still.
      return countMembers(json) === countNames(text) ? text : undefined;
    },
  });

  /** Walks one level down; deeper than any payload nothing goes through unread. */
  function descend(value: unknown, walk: (object: object) => unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (level >= MAX_DEPTH) return TOO_DEEP;
    level += 1;
    try {
      return walk(value);
    } finally {
      level -= 1;
    }
  }

  /** Everything below a secret's name is secret; whether it is there at all is not. */
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
      // A flat list of names and values, as of a command's words; a list of words is none.
      const before: unknown = list[place - 1];
      const kindBefore = typeof before === "string" ? findSecretKind(before) : undefined;
      return kindBefore !== undefined && typeof inner === "string" && !WORD.test(inner)
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
          : isKey && PRIVATE_KEY_MEMBERS.has(name)
            ? "private key"
            : findSecretKind(name);
      return kind === undefined ? redact(inner) : hideAll(inner, kind);
    });
  }

  function mapMembers(value: object, map: (inner: unknown, name: string) => unknown): unknown {
    const members = new Map<string, unknown>();
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      const written = PLAIN_NAME.test(name) ? known.replace(name, count) : texts.redactText(name);
      // Two names may become one, and no member is lost for it.
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
    receipt: () => ({ places, secrets: hidden.size, kinds: Object.fromEntries(kinds) }),
  };
}

/** The members of an object that is a name and its value, as of a recorded header. */
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

/** How many texts of a valid JSON document stand before a colon. */
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

/** An object or a list that was put into a text, as the body of a request is. */
function readJson(text: string): unknown {
  if (!/^\s*[{["]/u.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
