import { decodeBase64, decodePercent, encodeBase64Like } from "../decode-text.ts";
import { encodePercent } from "../encoded-content.ts";
import { isPseudonym } from "../known-secrets.ts";
import { isIdentifier, isLiteral, isNumber, isProtocolWord, isTimestamp } from "./forms.ts";
import { findForm, type NameForm } from "./kept-names.ts";
import { readJson } from "./read-json.ts";
import { redactName } from "./redact-name.ts";
import { redactPairs } from "./redact-pairs.ts";
import type { Redaction } from "./redaction.ts";
import { redactText } from "./redact-text.ts";
import { isToken, redactToken } from "./redact-token.ts";
import { isUrl, redactUrl } from "./redact-url.ts";

const maxKept = 4_000;
const pairs = /^[\w.[\]~-]{1,64}=[^&]*(?:&[\w.[\]~-]{1,64}=[^&]*)+$/u;
const base64Text = /^[\w+/-]{12,}={0,2}$/u;
const errorWord = /^[a-z]{2,20}(?:_[a-z]{1,20}){1,6}$/u;

/**
 * Redacts a value by its name. Without a name on the list, only the structure
 * of a URL, of JSON, of a form and of a token stays.
 *
 * @param heading the name of the header that contains the value: not a name of the list
 */
export function redactValue(
  value: string,
  name: string | undefined,
  to: Redaction,
  heading = name,
): string {
  if (isLiteral(value)) return value;
  if (isPseudonym(value)) return to.hide(value);
  const form = name === undefined ? undefined : findForm(name);
  const kept = form === undefined ? undefined : keepByForm(value, form, to);
  return kept ?? to.descend(() => redactInside(value, name, to)) ?? to.hide(value, heading);
}

function keepByForm(value: string, form: NameForm, to: Redaction): string | undefined {
  if (value.length > maxKept) return undefined;
  switch (form) {
    case "number":
      if (!isNumber(value)) return undefined;
      if (value.length > 4) to.keep(value);
      return value;
    case "time":
      return isTimestamp(value) ? value : undefined;
    case "text":
      return redactText(value, to);
    case "address":
      return isUrl(value) ? redactUrl(value, to) : undefined;
    case "identifier":
      if (isUrl(value)) return redactUrl(value, to);
      if (!isIdentifier(value) || isToken(value)) return undefined;
      to.keep(value);
      return value;
    case "words":
      if (/^\s*[[{]/u.test(value)) return undefined;
      return value
        .split(/([\s,]+)/u)
        .map((piece, place) => (place % 2 === 1 || piece === "" ? piece : keepWord(piece, to)))
        .join("");
  }
  return form satisfies never;
}

function keepWord(piece: string, to: Redaction): string {
  if (isProtocolWord(piece)) return piece;
  return isUrl(piece) ? redactUrl(piece, to) : to.hide(piece);
}

/** Redacts what a value holds: a token, a URL, JSON, a form, or one of them encoded. */
function redactInside(value: string, name: string | undefined, to: Redaction): string | undefined {
  if (isToken(value)) return redactToken(value, to);
  if (isUrl(value)) return redactUrl(value, to, { keepsPath: false });
  if (/^urn:/iu.test(value)) return redactUrn(value, to);
  const json = readJson(value);
  if (json !== undefined) return JSON.stringify(redactJson(json.value, name, to));
  const inner = readString(value);
  if (inner !== undefined) return JSON.stringify(redactValue(inner, name, to));
  if (value.includes("%")) {
    const decoded = decodePercent(value);
    if (decoded !== value) {
      const plain = redactValue(decoded, name, to);
      return isPseudonym(plain) ? plain : encodePercent(plain);
    }
  }
  if (pairs.test(value)) return redactPairs(value, to);
  if (!base64Text.test(value)) return undefined;
  const encoded = readJson(decodeBase64(value, /^\s*[{[]/u) ?? "");
  if (encoded === undefined) return undefined;
  return encodeBase64Like(JSON.stringify(redactJson(encoded.value, undefined, to)), value);
}

/** A name of a registered space (RFC 8141), as of a pushed request: its words stay. */
function redactUrn(urn: string, to: Redaction): string {
  return urn
    .split(":")
    .map((piece) => (piece === "" || isProtocolWord(piece) ? piece : to.hide(piece)))
    .join(":");
}

/** Parses a JSON string, in which a cookie can have JSON. */
function readString(text: string): string | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Redacts JSON: its structure and its names stay. */
export function redactJson(value: unknown, name: string | undefined, to: Redaction): unknown {
  if (typeof value === "string") return redactValue(value, name, to);
  if (typeof value === "number") {
    const text = String(value);
    if (name !== undefined && findForm(name) === "number") {
      to.keep(text);
      return value;
    }
    const written = to.hide(text, name);
    return written === text ? value : written;
  }
  if (typeof value !== "object" || value === null) return value;
  const redacted = to.descend(() =>
    Array.isArray(value)
      ? value.map((inner: unknown) => redactJson(inner, name, to))
      : redactMembers(value, to),
  );
  return redacted ?? to.hide(JSON.stringify(value));
}

function redactMembers(object: object, to: Redaction): object {
  const members: [string, unknown][] = Object.entries(object);
  const names = new Set(members.map(([name]) => name));
  const isError = ["description", "message", "statusCode", "error"].some((name) => names.has(name));
  const written = new Map<string, unknown>();
  for (const [name, inner] of members) {
    const plain = redactName(name, to);
    // Redaction can make two names equal. A number in the second name keeps both members.
    const free = written.has(plain) ? `${plain} (${written.size + 1})` : plain;
    // `code` is the code of an error beside its description, otherwise that of a login.
    const isErrorCode =
      isError && name === "code" && typeof inner === "string" && errorWord.test(inner);
    written.set(free, isErrorCode ? inner : redactJson(inner, name, to));
  }
  return Object.fromEntries(written);
}
