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
  /** A copy without secrets. What is no secret is the same, also in its order. */
  redact(value: unknown): unknown;
  receipt(): RedactionReceipt;
}

/** Fields that hold a secret whatever is in them, by name in lower case without `_`, `-` and spaces. */
const SECRET_FIELDS: readonly (readonly [name: RegExp, kind: string])[] = [
  [
    /(?:passw(?:or)?d|passphrase)s?(?:hash|salt|confirm|confirmation)?$|^(?:pwd|pass)$/u,
    "password",
  ],
  [/^(?:code|(?:authorization|verification|user|device|binding)code)$/u, "code"],
  [/codeverifier$/u, "code_verifier"],
  [/^(?:otp|totp|oob|oobcode|pin|mfacode|onetimepassword|recoverycodes?)$/u, "otp"],
  [/loginticket$|^ticket$/u, "login_ticket"],
  [/secrets?$|(?:private|api|encryption|signing)keys?$|credentials?$/u, "secret"],
  [/tokens?$|tokenhint$|assertion$|^(?:bearer|jwt)$/u, "token"],
  [/cookies?$/u, "cookie"],
  [/^(?:proxy)?authorization$/u, "authorization"],
];
/** Where JWS in compact form may be: what is before the signature is readable, the signature makes it valid. */
const DOTTED = /[\w.-]{18,}/gu;
const JWS_START = "eyJ";
const SHORTEST_HEADER = 8;
const SHORTEST_SIGNATURE = 10;
/** Told from prose ("basic settings") by a digit or a sign, which no opaque credential is without. */
const BEARER = /\b(Bearer|Basic|DPoP)\s+(?=[\w.~+/-]*[\d=+/])([\w.~+/=-]{8,})/giu;
const URL_USER = /:\/\/([^\s/?#@:]*:[^\s/?#@]+)@/gu;
/** A parameter of a query, a fragment or a form. */
const PARAMETER = /([?&#;]|^)([\w.~-]{2,40})=([^&#\s;"'<>]+)/gu;
/** A field in a text that would be JSON, were it whole; in a text within that text its quotes are escaped. */
const FIELD = /"([\w.~ -]{2,40})\\*"\s*:\s*/gu;
const MAX_DEPTH = 64;

/** Make a redactor. Its pseudonyms are counted, so that they tell nothing of the secret. */
export function createRedactor(): Redactor {
  const pseudonyms = new Map<string, string>();
  const kinds = new Map<string, number>();
  const countOfKind = new Map<string, number>();
  let places = 0;

  function hide(secret: string, kind: string): string {
    places += 1;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const known = pseudonyms.get(secret);
    if (known !== undefined) return known;
    const count = (countOfKind.get(kind) ?? 0) + 1;
    countOfKind.set(kind, count);
    const pseudonym = `[removed ${kind} ${count}]`;
    pseudonyms.set(secret, pseudonym);
    return pseudonym;
  }

  function redactText(text: string, depth: number): string {
    const json = readJson(text);
    if (json !== undefined) return JSON.stringify(redact(json, depth + 1));
    return hideBehindField(text)
      .replace(URL_USER, (_, user: string) => `://${hide(user, "password")}@`)
      .replace(BEARER, (all: string, scheme: string, credential: string) =>
        JWT_ALONE.test(credential) ? all : `${scheme} ${hide(credential, "authorization")}`,
      )
      .replace(PARAMETER, (all: string, before: string, name: string, value: string) => {
        const kind = findKind(name);
        return kind === undefined || JWT_ALONE.test(value)
          ? all
          : `${before}${name}=${hide(decode(value), kind)}`;
      })
      .replace(DOTTED, hideSignatures);
  }

  /** Where a secret's value ends cannot be told in a text that is not whole: all that is behind its name goes. */
  function hideBehindField(text: string): string {
    for (const { 0: field, 1: name = "", index } of text.matchAll(FIELD)) {
      const kind = findKind(name);
      const value = text.slice(index + field.length);
      if (kind !== undefined && value !== "") {
        return text.slice(0, index + field.length) + hide(value, kind);
      }
    }
    return text;
  }

  function hideSignatures(dotted: string): string {
    const parts = dotted.split(".");
    for (let place = 0; place + 2 < parts.length; place += 1) {
      const signature = parts[place + 2] ?? "";
      if (signature.length < SHORTEST_SIGNATURE || !endsInHeader(parts[place] ?? "")) continue;
      parts[place + 2] = hide(signature, "JWT signature");
      place += 2;
    }
    return parts.join(".");
  }

  /** Everything below a secret's name is secret; whether it is there at all is not. */
  function hideAll(value: unknown, kind: string, depth: number): unknown {
    if (typeof value === "string") {
      if (value === "") return value;
      return JWT_ALONE.test(value) ? redactText(value, depth) : hide(value, kind);
    }
    if (typeof value === "number" || typeof value === "bigint") return hide(String(value), kind);
    return mapFields(value, depth, (inner) => hideAll(inner, kind, depth + 1));
  }

  function redact(value: unknown, depth: number): unknown {
    if (typeof value === "string") return redactText(value, depth);
    return mapFields(value, depth, (inner, name) => {
      const kind = name === undefined ? undefined : findKind(name);
      return kind === undefined ? redact(inner, depth + 1) : hideAll(inner, kind, depth + 1);
    });
  }

  return {
    redact: (value) => redact(value, 0),
    receipt: () => ({ places, secrets: pseudonyms.size, kinds: Object.fromEntries(kinds) }),
  };
}

/** True for a part that is a JWS header, whatever stands before it without a dot. */
function endsInHeader(part: string): boolean {
  const start = part.indexOf(JWS_START);
  return start >= 0 && part.length - start >= SHORTEST_HEADER;
}

const JWT_ALONE = /^eyJ[\w-]{5,}\.[\w-]*\.[\w-]{10,}$/u;

function mapFields(
  value: unknown,
  depth: number,
  map: (inner: unknown, name?: string) => unknown,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  // Deeper than any payload: left out rather than let through unread.
  if (depth >= MAX_DEPTH) return "[removed: too deep]";
  if (Array.isArray(value)) return value.map((inner: unknown) => map(inner));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, map(inner, name)]),
  );
}

function findKind(name: string): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[_\-\s]/gu, "");
  return SECRET_FIELDS.find(([pattern]) => pattern.test(plain))?.[1];
}

/** An object or a list that was put into a text, as the body of a request is. */
function readJson(text: string): unknown {
  if (!/^\s*[{[]/u.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same secret may be written encoded in an address and plain elsewhere. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}
