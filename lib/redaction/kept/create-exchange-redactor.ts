import type { RedactionReceipt } from "../create-redactor.ts";
import { createKnownSecrets, isPseudonym } from "../known-secrets.ts";
import { findSecretKind } from "../secret-names.ts";
import { describeForm, isBrowserError } from "./forms.ts";
import type { Redaction } from "./redaction.ts";
import { redactHeader } from "./redact-header.ts";
import { redactPage } from "./redact-page.ts";
import { redactText } from "./redact-text.ts";
import { isToken, redactToken } from "./redact-token.ts";
import { redactUrl } from "./redact-url.ts";
import { readJson } from "./read-json.ts";
import { redactName } from "./redact-name.ts";
import { redactPairs } from "./redact-pairs.ts";
import { redactJson, redactValue } from "./redact-value.ts";
import { createReplacedValues, type ReplacedValue } from "./replaced-values.ts";

/** The parts of a request and its response that can hold a secret. */
export interface RedactableExchange {
  url: string;
  requestHeaders: readonly { name: string; value: string }[];
  requestBody?: string;
  responseHeaders: readonly { name: string; value: string }[];
  redirect?: string;
  responseBody: { state: "text"; text: string; mimeType: string } | { state: "empty" | "not-seen" };
  initiator?: string;
  error?: string;
}

/**
 * Redacts the exchanges of one file: what is on the lists of names and headers is kept, all else is
 * replaced. Equal values get equal pseudonyms, but only within the file.
 */
export interface ExchangeRedactor {
  /** Keeps the pseudonyms of an imported exchange. Call this for all before `collect`. */
  reserve(exchange: RedactableExchange): void;
  /** Collects the values of an exchange, so that `redact` finds them within other values too. */
  collect(exchange: RedactableExchange): void;
  /** Returns a copy in which only harmless values stay. */
  redact<Kind extends RedactableExchange>(exchange: Kind): Kind;
  /** Collects the values of JSON without exchanges, such as an event. */
  collectJson(value: unknown): void;
  /** Returns a copy of JSON: its structure and its names stay. */
  redactJson(value: unknown): unknown;
  /** Redacts a sentence about the exchanges. */
  redactText(text: string): string;
  /** Redacts the value of a header, or of a parameter, member or claim with a name. */
  redactNamed(part: "header" | "value", name: string, value: string): string;
  receipt(): RedactionReceipt;
  /** Lists the replaced values, and those that the user keeps, by their places. */
  listReplaced(): readonly ReplacedValue[];
}

const maxDepth = 24;
/** Shorter values hold no other one. */
const minComposed = 12;

/**
 * Creates the redactor of one file.
 *
 * @param keptByHand the values that the user keeps, each where it is a whole value
 */
export function createExchangeRedactor(
  keptByHand: ReadonlySet<string> = new Set(),
): ExchangeRedactor {
  const known = createKnownSecrets();
  const values = createReplacedValues();
  const kept = new Set<string>();
  const parts = new Map<string, string>();
  let depth = 0;

  function writePiece({ text, isKnown }: { text: string; isKnown: boolean }): string {
    if (isKnown) return values.count(text, "text");
    const { kind, size } = describeForm(text);
    return values.replace(text, known.nameHere(text, kind, size), kind);
  }

  const to: Redaction = {
    hide(value, name) {
      // An imported file has pseudonyms of its own.
      if (isPseudonym(value)) return value;
      const { kind, size } = describeForm(value);
      if (name !== undefined && findSecretKind(name) !== undefined) values.markSecret(value);
      if (keptByHand.has(value) && !values.isSecret(value)) {
        // All others keep their numbers.
        return values.keep(value, known.nameHere(value, kind, size), kind);
      }
      const pseudonym = known.name(value, kind, size);
      const pieces = value.length > minComposed ? known.splitKnown(value) : undefined;
      return pieces === undefined
        ? values.replace(value, pseudonym, kind)
        : pieces.map((piece) => writePiece(piece)).join(".");
    },
    hidePart(part) {
      let pseudonym = parts.get(part);
      if (pseudonym === undefined) {
        const number = String(parts.size + 1);
        // Sixteen or twenty characters of base64url have no bits left over.
        pseudonym = `removed-part-${number.padStart(number.length > 3 ? 7 : 3, "0")}`;
        parts.set(part, pseudonym);
      }
      return values.count(pseudonym, "part");
    },
    replaceKnown: (text) =>
      known.replace(text, (pseudonym, kind) => void values.count(pseudonym, kind)),
    keep: (identifier) => void kept.add(identifier),
    isKept: (text) => kept.has(text),
    value: (value, name, heading) => redactValue(value, name, to, heading),
    json: (value) => redactJson(value, undefined, to),
    url: (url) => redactUrl(url, to),
    descend(run) {
      if (depth >= maxDepth) return undefined;
      depth += 1;
      try {
        return run();
      } finally {
        depth -= 1;
      }
    },
  };

  function redact<Kind extends RedactableExchange>(exchange: Kind): Kind {
    const { requestBody, responseBody, redirect, initiator, error } = exchange;
    return {
      ...exchange,
      url: redactUrl(exchange.url, to),
      requestHeaders: redactHeaders(exchange.requestHeaders, to),
      responseHeaders: redactHeaders(exchange.responseHeaders, to),
      responseBody:
        responseBody.state === "text"
          ? {
              ...responseBody,
              text: redactBody(responseBody.text, to),
              mimeType: redactHeader("content-type", responseBody.mimeType, to),
            }
          : responseBody,
      ...(requestBody === undefined ? {} : { requestBody: redactBody(requestBody, to) }),
      ...(redirect === undefined ? {} : { redirect: redactUrl(redirect, to) }),
      ...(initiator === undefined ? {} : { initiator: redactUrl(initiator, to) }),
      ...(error === undefined
        ? {}
        : { error: isBrowserError(error) ? error : redactText(error, to) }),
    };
  }

  return {
    redact,
    collect(exchange) {
      redact(exchange);
      values.startCounting();
    },
    collectJson(value) {
      redactJson(value, undefined, to);
      values.startCounting();
    },
    redactJson: (value) => redactJson(value, undefined, to),
    reserve(exchange) {
      const { url, requestBody = "", responseBody, requestHeaders, responseHeaders } = exchange;
      for (const { value } of [...requestHeaders, ...responseHeaders]) known.reserve(value);
      for (const text of [url, requestBody, exchange.redirect ?? ""]) known.reserve(text);
      if (responseBody.state === "text") known.reserve(responseBody.text);
    },
    redactText: (text) => redactText(text, to),
    redactNamed: (part, name, value) =>
      part === "header" ? redactHeader(name, value, to) : redactValue(value, name, to),
    receipt: () => values.receipt(),
    listReplaced: () => values.list(),
  };
}

function redactHeaders(headers: RedactableExchange["requestHeaders"], to: Redaction) {
  return headers.map(({ name, value }) => ({ name, value: redactHeader(name, value, to) }));
}

const formBody = /^[\w.%+~[\]-]{1,100}=[^\s]*$/u;
const pageStart = /<(?:!doctype html|html|head|body|form|title|script|meta|input)\b/iu;

/** Redacts a body by its form, not by its declared type, which can be wrong. */
function redactBody(text: string, to: Redaction): string {
  if (text.trim() === "") return text;
  const json = readJson(text);
  if (json !== undefined) return JSON.stringify(redactJson(json.value, undefined, to));
  if (isToken(text.trim())) return redactToken(text.trim(), to);
  if (formBody.test(text)) return redactPairs(text, to);
  if (pageStart.test(text.slice(0, 4_000))) return redactPage(text, to);
  if (/^--\S+\r\n/u.test(text)) return redactMultipart(text, to);
  return /^[<]/u.test(text.trimStart()) ? to.hide(text) : redactText(text, to);
}

/** RFC 7578, section 4: each part has a name, a blank line and a value. */
function redactMultipart(text: string, to: Redaction): string {
  const boundary = text.slice(0, text.search(/[\r\n]/u));
  const parts = text.split(boundary).slice(1);
  return parts.map((part) => redactPart(part, to)).join("");
}

function redactPart(part: string, to: Redaction): string {
  const blank = part.indexOf("\r\n\r\n");
  const name = /\bname="([^"]*)"/u.exec(part.slice(0, Math.max(0, blank)))?.[1];
  if (name === undefined) return "";
  const value = redactValue(part.slice(blank + 4).trimEnd(), name, to);
  return `--part\r\nContent-Disposition: form-data; name="${redactName(name, to)}"\r\n\r\n${value}\r\n`;
}
