import { decodeBase64, encodeBase64Like } from "../decode-text.ts";
import type { Redaction } from "./redaction.ts";
import { readJson } from "./read-json.ts";

const compact = /^[\w-]{8,}\.[\w-]*\.[\w-]*(?:\.[\w-]*\.[\w-]*)?$/u;

/** True for a token in compact form: its header is a JSON object. */
export function isToken(text: string): boolean {
  const header = compact.test(text) ? text.slice(0, text.indexOf(".")) : "";
  return header !== "" && readJson(decodeBase64(header) ?? "") !== undefined;
}

/**
 * Redacts a token in compact form (RFC 7515, section 3.1; RFC 7516, section 3.1). It can still be
 * decoded: of its header and claims, the names stay, and the values that are on the list.
 */
export function redactToken(token: string, to: Redaction): string {
  const [header = "", payload = "", ...rest] = token.split(".");
  const isEncrypted = rest.length > 1;
  return [
    redactPart(header, to),
    isEncrypted ? hidePart(payload, to) : redactPart(payload, to),
    ...rest.map((part) => hidePart(part, to)),
  ].join(".");
}

function redactPart(part: string, to: Redaction): string {
  const json = readJson(decodeBase64(part) ?? "");
  if (json === undefined) return hidePart(part, to);
  return encodeBase64Like(JSON.stringify(to.json(json.value)), "-");
}

function hidePart(part: string, to: Redaction): string {
  return part === "" ? part : to.hidePart(part);
}
