import {
  isBrowserError,
  isHttpDate,
  isLiteral,
  isProtocolWord,
  isShortNumber,
  isTimestamp,
  isWord,
} from "./forms.ts";
import { isPseudonym } from "../known-secrets.ts";
import { findForm } from "./kept-names.ts";
import type { Redaction } from "./redaction.ts";

const runs = /[^\s"'“”‘’<>`|]+/gu;
const brackets = /([(){}[\],;!?…•·])/u;
const maxText = 20_000;

/**
 * Redacts a sentence: known values become their pseudonyms, and what is neither a word, nor a
 * number of up to four digits, nor punctuation is replaced.
 */
export function redactText(text: string, to: Redaction): string {
  if (text.length > maxText) return to.hide(text);
  if (isHttpDate(text)) return text;
  return redactRuns(to.replaceKnown(text), to);
}

function redactRuns(text: string, to: Redaction): string {
  return text.replaceAll(runs, (run) => {
    const colon = run.indexOf("://");
    if (colon < 0) return redactPieces(run, to);
    const start = findScheme(run, colon);
    const end = findEnd(run, /[^.:,;)\]}]/u);
    return redactPieces(run.slice(0, start), to) + to.url(run.slice(start, end)) + run.slice(end);
  });
}

/** Returns the place at which the scheme before `://` begins. */
function findScheme(run: string, colon: number): number {
  let start = colon;
  while (start > 0 && /[a-z\d+.-]/iu.test(run.charAt(start - 1))) start -= 1;
  return start;
}

/** Returns the place after the last character that matches. */
function findEnd(text: string, pattern: RegExp): number {
  let end = text.length;
  while (end > 0 && !pattern.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function redactPieces(run: string, to: Redaction): string {
  return run
    .split(brackets)
    .map((piece, place) => (place % 2 === 1 ? piece : redactPiece(piece, to)))
    .join("");
}

function redactPiece(piece: string, to: Redaction): string {
  const from = piece.search(/[\p{L}\p{N}]/u);
  if (from < 0) return piece;
  const until = findEnd(piece, /[\p{L}\p{N}]/u);
  const middle = piece.slice(from, until);
  if (isPlain(middle, to)) return piece;
  const [start, end] = [piece.slice(0, from), piece.slice(until)];
  const equals = middle.indexOf("=");
  const name = middle.slice(0, Math.max(0, equals));
  if (equals > 0 && isWord(name)) {
    const value = middle.slice(equals + 1);
    const stays = isPlain(value, to) && findForm(name) !== undefined;
    return `${start}${name}=${stays ? value : to.hide(value, name)}${end}`;
  }
  const parts = middle.split(/[:/&+*.]+/u);
  if (parts.length > 1 && parts.every((part) => isWord(part) || isKnown(part, to))) return piece;
  return start + to.hide(middle) + end;
}

const isKnown = (text: string, to: Redaction) => to.isKept(text) || isPseudonym(text);

function isPlain(text: string, to: Redaction): boolean {
  return (
    isLiteral(text) ||
    isWord(text) ||
    isShortNumber(text) ||
    isTimestamp(text) ||
    isBrowserError(text) ||
    isKnown(text, to) ||
    (isProtocolWord(text) && hasOneNumber(text))
  );
}

/** Several numbers, or one beside capitals, can be a code for a person: `ABCD-123`, `12-34-56`. */
function hasOneNumber(text: string): boolean {
  const numbers = text.match(/\d+/gu) ?? [];
  return numbers.length === 0 || (numbers.length === 1 && !/[A-Z]{2}/u.test(text));
}
