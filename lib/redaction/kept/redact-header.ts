import { decodeBase64, encodeBase64Like } from "../decode-text.ts";
import { isHost, isHttpDate, isNumber, isProtocolWord } from "./forms.ts";
import { findHeaderForm } from "./kept-headers.ts";
import type { Redaction } from "./redaction.ts";
import { isToken, redactToken } from "./redact-token.ts";
import { isUrl, redactRelative, redactUrl } from "./redact-url.ts";
import { redactName } from "./redact-name.ts";

const policyPieces = /[^\s,;"'()]+/gu;
const nonWord = /^'?nonce-|^'?sha\d{3}-/iu;
const attributes = /^(?:path|domain|expires|max-age|samesite|priority|version)$/iu;
const flags = /^(?:secure|httponly|partitioned)$/iu;

/** Redacts the value of a header by the list of headers. */
export function redactHeader(name: string, value: string, to: Redaction): string {
  const form = findHeaderForm(name);
  switch (form) {
    case undefined:
      return to.value(value, undefined, name);
    case "policy":
      return value.replaceAll(policyPieces, (piece) =>
        redactPolicyPiece(piece, to, /policy|origin$/u.test(name)),
      );
    case "names":
      return value.replaceAll(/[^\s,]+/gu, (piece) =>
        piece === "*" ? piece : redactName(piece, to),
      );
    case "date":
      return isHttpDate(value) || isNumber(value) ? value : to.hide(value);
    case "challenge":
      return redactChallenge(value, to);
    case "credentials":
      return redactCredentials(value, to);
    case "cookies":
      return value
        .split(";")
        .map((piece) => redactCookie(piece, to))
        .join(";");
    case "set-cookie":
      return value
        .split("\n")
        .map((line) => redactSetCookie(line, to))
        .join("\n");
    case "url":
      if (isUrl(value)) return redactUrl(value, to);
      return value === "null" ? value : redactRelative(value, to);
    case "host":
      return isHost(value) ? value : to.hide(value);
  }
  return form satisfies never;
}

function redactPolicyPiece(piece: string, to: Redaction, hasHosts: boolean): string {
  if (isUrl(piece)) return redactUrl(piece, to);
  const equals = piece.indexOf("=");
  if (equals > 0) {
    const value = redactPolicyPiece(piece.slice(equals + 1), to, hasHosts);
    return `${redactName(piece.slice(0, equals), to)}=${value}`;
  }
  if (piece === "" || piece === "=") return piece;
  if (/^(?:\*|\*\/\*|\?[01])$/u.test(piece) || isNumber(piece)) return piece;
  if (!nonWord.test(piece) && (isProtocolWord(piece) || (hasHosts && isPolicyHost(piece))))
    return piece;
  return to.hide(piece);
}

const policyHost = /^(?:[a-z\d*-]+\.)+[a-z]{2,}(?::\d+|:\*)?$/u;

/** A host in lower case with a domain, or a policy's word with a colon, such as `https:`. */
function isPolicyHost(piece: string): boolean {
  return policyHost.test(piece) || /^(?:[a-z]{2,10}:|localhost:\d{1,5})$/u.test(piece);
}

const challengePieces = /"[^"]*"|[^\s",=]+|[\s,]+|=|"/gu;

/** RFC 9110, section 11.6.1: a scheme, and parameters with a name each. */
function redactChallenge(value: string, to: Redaction): string {
  const pieces = value.match(challengePieces) ?? [];
  return pieces
    .map((piece, place) => {
      if (/^[\s,="]/u.test(piece) && !/^".*"$/u.test(piece)) return piece;
      if (pieces[place - 1] === "=") return redactParameter(piece, pieces[place - 2] ?? "", to);
      const isName = pieces[place + 1] === "=";
      return isName ? redactName(piece, to) : isProtocolWord(piece) ? piece : to.hide(piece);
    })
    .join("");
}

function redactParameter(piece: string, name: string, to: Redaction): string {
  if (!piece.startsWith('"')) return to.value(piece, name);
  return `"${to.value(piece.slice(1, -1), name).replaceAll('"', "'")}"`;
}

const secretName = "authorization";

function redactCredentials(value: string, to: Redaction): string {
  const [, scheme = "", blank = "", credential = ""] =
    /^(\s*[\w-]{1,24})(\s+)(\S[^]*)$/u.exec(value) ?? [];
  if (scheme === "") return isToken(value) ? redactToken(value, to) : to.hide(value, secretName);
  if (/^\s*basic$/iu.test(scheme)) {
    // RFC 7617, section 2: the identifier, a colon, the secret.
    const pair = decodeBase64(credential) ?? "";
    const colon = pair.indexOf(":");
    if (colon > 0) {
      const id = pair.slice(0, colon);
      const secret = pair.slice(colon + 1);
      const written = `${to.isKept(id) ? id : to.hide(id)}:${secret === "" ? "" : to.hide(secret, secretName)}`;
      return scheme + blank + encodeBase64Like(written, "+=");
    }
  }
  if (isToken(credential)) return scheme + blank + redactToken(credential, to);
  return scheme + blank + to.hide(credential, secretName);
}

function redactCookie(piece: string, to: Redaction): string {
  const equals = piece.indexOf("=");
  if (equals < 0) return piece.trim() === "" ? piece : to.hide(piece.trim(), "cookie");
  const spelled = piece.slice(0, equals);
  const blank = spelled.slice(0, spelled.length - spelled.trimStart().length);
  const value = piece.slice(equals + 1).trim();
  return `${blank}${redactName(spelled.trim(), to)}=${value === "" ? "" : to.value(value, undefined, "cookie")}`;
}

function redactSetCookie(line: string, to: Redaction): string {
  return line
    .split(";")
    .map((piece, place) => (place === 0 ? redactCookie(piece, to) : redactAttribute(piece, to)))
    .join(";");
}

function redactAttribute(piece: string, to: Redaction): string {
  const equals = piece.indexOf("=");
  const name = (equals < 0 ? piece : piece.slice(0, equals)).trim();
  if (equals < 0) return name === "" || flags.test(name) ? piece : to.hide(piece.trim());
  const value = piece.slice(equals + 1).trim();
  if (!attributes.test(name)) return redactCookie(piece, to);
  const head = piece.slice(0, equals + 1);
  if (/^path$/iu.test(name)) return head + redactRelative(value, to);
  return value === "" || isAttributeValue(name.toLowerCase(), value)
    ? piece
    : head + to.hide(value);
}

/** RFC 6265, section 4.1.1: each attribute has a form of its own. */
function isAttributeValue(name: string, value: string): boolean {
  if (name === "expires") return isHttpDate(value);
  if (name === "max-age" || name === "version") return isNumber(value);
  return name === "domain" ? isHost(value.replace(/^\./u, "")) : /^[a-z]{3,6}$/iu.test(value);
}
