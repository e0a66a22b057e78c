import { isTokenAlone, redactPem, redactTokens } from "./compact-tokens.ts";
import { decodeBase64, decodePercent, normalizeText } from "./decode-text.ts";
import { redactBase64, redactPercentEncoded, type Decoding } from "./encoded-content.ts";
import type { Hiding } from "./hiding.ts";
import { isPseudonym } from "./known-secrets.ts";
import { redactMarkup } from "./markup.ts";
import { redactNamedValues } from "./named-values.ts";
import { redactSingleUseLinks } from "./single-use-links.ts";
import { redactVendorKeys } from "./vendor-keys.ts";

/** Cookie attributes of RFC 6265, section 4.1.1, and of browsers. */
const attributePattern = /^\s*(?:path|domain|expires|max-age|samesite|priority|version)\s*$/iu;
const flagPattern = /^(?:secure|httponly|partitioned)?$/iu;
const attributeValue = /^[\w\s:/.+-]*$|^\s*\w{3,9},[\w\s:+-]*$/u;

interface CookieHiding extends Pick<Hiding, "hide"> {
  /** Replaces each known secret: the path of a cookie can repeat the value of another one. */
  replaceKnown(text: string): string;
}

/** Also matches prose ("basic settings"). Only a credential contains a digit or one of `=+/`. */
const credentialPattern = /(Bearer|Basic|DPoP)((?:\s|%20)+\+?|\+)([\w.~/=-][\w.~+/=-]*)/giu;
const schemePattern = /^(\s*[\w-]+\s+)(\S[^]*)$/u;
const urlUser = /:\/\/([^\s/?#@:]*):([^\s/?#@]+)@/gu;
/** The code of an error, as in `{"code":"user_exists"}`; that of a login is opaque. */
const errorCode = /^[a-z]{1,20}(?:_[a-z]{1,20}){1,5}$/u;
/** The option `credentials` of `fetch` (Fetch Standard, section 5.4). */
const fetchCredentials = /^(?:include|omit|same-origin)$/u;
/** A placeholder in an example, as in `Bearer <access token>`. */
const placeholder = /^<[a-z ]{1,40}>$/u;
/** A piece with more layers of encoding is removed without being decoded. */
const maxEncodings = 6;
/** The budget for decoded text is a multiple of the text's length, plus a minimum. */
const budgetFactor = 16;
const minBudget = 65_536;
/** A short text without the characters that names, tokens and encodings need. */
const nothingToFind = /^[\w\u0020-]{0,11}$/u;

export interface TextRedactorPorts {
  /** True if the claims of a token stay; its signature never does. */
  readonly keepsClaims: boolean;
  /** Returns the pseudonym of a secret, and counts the place. */
  hide(secret: string, kind: string): string;
  /** Returns the pseudonym of a text that is replaced only at this place. */
  hideHere(text: string, kind: string): string;
  /** Adds a secret to the known ones without counting a place. */
  learn(secret: string, kind: string): void;
  /** Replaces all known secrets. */
  replaceKnown(text: string): string;
  /** Redacts a JSON text; returns undefined for any other text. */
  redactJson(text: string): string | undefined;
}

export interface TextRedactor {
  redactText(text: string): string;
  /** Returns the replacement of a text under a secret's name. */
  hideValue(value: string, kind: string): string;
}

/** Creates the part of a redactor that searches texts. */
export function createTextRedactor(ports: TextRedactorPorts): TextRedactor {
  const { keepsClaims } = ports;
  let encodings = 0;
  let decoded = 0;
  let budget = 0;

  const hide: Hiding["hide"] = (secret, kind) =>
    secret === "" || isPseudonym(secret) ? secret : ports.hide(secret, kind);

  function hideValue(value: string, kind: string): string {
    if (isPseudonym(value.trim())) return value;
    if (kind === "cookie")
      return redactCookies(value, { hide, replaceKnown: (text) => ports.replaceKnown(text) });
    const plain = unwrapValue(value);
    if (kind === "code" && errorCode.test(plain)) return value;
    if (kind === "secret" && fetchCredentials.test(plain)) return value;
    if (kind === "authorization") {
      const [, scheme = "", credential = ""] = schemePattern.exec(plain) ?? [];
      if (credential !== "") return scheme + hideCredential(scheme.trim(), credential);
    }
    return isTokenAlone(plain) ? redactTokens(plain, { hide, keepsClaims }) : hide(plain, kind);
  }

  function hideCredential(scheme: string, credential: string): string {
    if (placeholder.test(credential)) return credential;
    if (isTokenAlone(credential)) return redactTokens(credential, { hide, keepsClaims });
    // RFC 7617, section 2: the user's name, a colon, the password.
    const pair = /^basic$/iu.test(scheme) ? (decodeBase64(credential) ?? "") : "";
    if (pair.includes(":")) ports.learn(pair.slice(pair.indexOf(":") + 1), "password");
    return hide(credential, "authorization");
  }

  const hiding: Hiding = {
    hide,
    hideHere: (text, kind) => (isPseudonym(text) ? text : ports.hideHere(text, kind)),
    hideValue,
    keepsClaims,
  };
  const decoding: Decoding = {
    hide,
    redactInner(text) {
      encodings += 1;
      try {
        return redactPieces(text);
      } finally {
        encodings -= 1;
      }
    },
    exceedsBudget(length) {
      decoded += length;
      return encodings >= maxEncodings || decoded > budget;
    },
  };

  function redactPieces(text: string): string {
    if (nothingToFind.test(text)) return ports.replaceKnown(text);
    const json = ports.redactJson(text);
    if (json !== undefined) return json;
    let result = redactPem(text, hiding);
    result = redactMarkup(result, hiding);
    result = redactSingleUseLinks(result, hiding);
    result = redactNamedValues(result, hiding);
    if (result.includes("@"))
      result = result.replaceAll(urlUser, (_, user: string, password: string) => {
        return `://${user}:${hide(decodePercent(password), "password")}@`;
      });
    result = result.replaceAll(
      credentialPattern,
      (all: string, scheme: string, blank: string, credential: string) =>
        credential.length < 8 || isTokenAlone(credential) || !/[\d=+/]/u.test(credential)
          ? all
          : scheme + blank + hideCredential(scheme, credential),
    );
    result = redactTokens(result, hiding);
    result = redactVendorKeys(result, hiding);
    result = redactPercentEncoded(result, decoding);
    result = redactBase64(result, decoding);
    return ports.replaceKnown(result);
  }

  return {
    hideValue,
    redactText(text) {
      // A nested text shares the budget of the outermost text.
      if (encodings === 0) {
        decoded = 0;
        budget = text.length * budgetFactor + minBudget;
      }
      return redactPieces(text);
    },
  };
}

/** Undoes escapes and encodings: elsewhere, the same secret may be in plain text. */
function unwrapValue(value: string): string {
  const unescaped = value.includes("\\") ? unescapeJson(value) : value;
  return normalizeText(decodePercent(unescaped));
}

function unescapeJson(value: string): string {
  try {
    const text: unknown = JSON.parse(`"${value}"`);
    return typeof text === "string" ? text : value;
  } catch {
    return value;
  }
}

/** Redacts the cookies of a `Cookie` or `Set-Cookie` header. Names and attributes stay. */
function redactCookies(value: string, hiding: CookieHiding): string {
  return value
    .split("\n")
    .map((line) =>
      line
        .split(";")
        .map((piece, place) => redactCookie(piece, place > 0, hiding))
        .join(";"),
    )
    .join("\n");
}

function redactCookie(piece: string, mayBeAttribute: boolean, hiding: CookieHiding): string {
  if (flagPattern.test(piece.trim())) return piece;
  const equals = piece.indexOf("=");
  const name = piece.slice(0, Math.max(0, equals));
  const value = piece.slice(equals + 1);
  const secret = value.trim();
  const isAttribute = mayBeAttribute && attributePattern.test(name) && attributeValue.test(value);
  if (isAttribute || secret === "") return hiding.replaceKnown(piece);
  const start = equals + 1 + value.indexOf(secret);
  const before = hiding.replaceKnown(piece.slice(0, start));
  return before + hiding.hide(secret, "cookie") + piece.slice(start + secret.length);
}
