import { escapeForHtml } from "../known-secrets.ts";
import type { Redaction } from "./redaction.ts";
import { redactText } from "./redact-text.ts";
import { isUrl, redactRelative, redactUrl } from "./redact-url.ts";
import { readJson } from "./read-json.ts";
import { redactName } from "./redact-name.ts";

const maxPage = 1_048_576;
const tags = /<([^<>]*)>([^<]*)/gu;
const tagName = /^\w{1,20}/u;
const headings = /^(?:title|h[1-6])$/iu;
const alerts = /\brole="?alert\b|\bclass="[^"]*(?:error|alert)/iu;
const formTags = /^(?:form|input|button)$/iu;
const attribute = /\s([a-z-]{1,20})=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/giu;
const keptAttributes = new Set(["type", "method", "name", "action", "value"]);

/**
 * Reduces a page to what tells of a login: its title, the texts of headings and alerts, its forms
 * with the names of their fields, and the response that it posts to its opener.
 */
export function redactPage(html: string, to: Redaction): string {
  if (html.length > maxPage) return to.hide(html);
  const shown: string[] = [];
  for (const [, tag = "", text = ""] of html.matchAll(tags)) {
    const name = tagName.exec(tag)?.[0].toLowerCase() ?? "";
    const rest = tag.slice(name.length);
    if (formTags.test(name)) shown.push(writeTag(name, rest, to));
    const words = text.trim();
    if (words === "") continue;
    if (headings.test(name)) shown.push(`<${name}>${redactMarked(words, to)}</${name}>`);
    else if (alerts.test(rest)) shown.push(`<p role="alert">${redactMarked(words, to)}</p>`);
  }
  const message = redactMessage(html, to);
  return ["<!doctype html>", ...shown, ...message].join("\n");
}

function writeTag(tag: string, rest: string, to: Redaction): string {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of ` ${rest}`.matchAll(attribute)) {
    const lower = name.toLowerCase();
    if (keptAttributes.has(lower)) found.set(lower, unescape(double ?? single ?? bare ?? ""));
  }
  const field = found.get("name");
  const written = [...found].map(([name, value]) => {
    const redacted =
      name === "value"
        ? to.value(value, field)
        : name === "name"
          ? redactName(value, to)
          : name === "action"
            ? isUrl(value)
              ? redactUrl(value, to)
              : redactRelative(value, to)
            : redactText(value, to);
    return ` ${name}="${escapeForHtml(redacted)}"`;
  });
  return `<${tag}${written.join("")}>`;
}

/** The page of `response_mode=web_message`: the object that its script posts. */
function redactMessage(html: string, to: Redaction): string[] {
  if (!html.includes("authorization_response")) return [];
  const start = /["']?\bresponse["']?\s{0,9}:\s{0,9}(?=\{)/u.exec(html);
  if (start === null) return [];
  const from = start.index + start[0].length;
  const object = readJson(html.slice(from, findClosing(html, from)));
  if (object === undefined) return [];
  const message = {
    type: "authorization_response",
    response: to.json(object.value),
  };
  return [`<script>${JSON.stringify(message).replaceAll("<", String.raw`\u003c`)}</script>`];
}

/** Returns the place after the closing brace; braces within strings do not count. */
function findClosing(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (isString && character === "\\") index += 1;
    else if (character === '"') isString = !isString;
    else if (!isString && character === "{") depth += 1;
    else if (!isString && character === "}") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return from;
}

function redactMarked(text: string, to: Redaction): string {
  return escapeForHtml(redactText(unescape(text), to));
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function unescape(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{1,6}));/giu,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}
