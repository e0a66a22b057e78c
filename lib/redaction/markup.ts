import type { Hiding } from "./hiding.ts";
import { findSecretKind } from "./secret-names.ts";

const maxTagLength = 2_000;
const attributePattern = /(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gu;
const partName = /\bname="([^"\r\n]+)"/giu;
const blankLine = /\r?\n\r?\n/u;
/** A URL or words, as a page quotes them in `code` (HTML Standard, section 4.5.15). */
const quotedText = /^(?:https?:\/\/\S*|[a-z]{1,15}(?:[ _.:/-]+[a-z]{1,15})*)$/iu;
const elementName = /^<(?:[\w.-]+:)?([\w.-]+)/u;

type MarkupHiding = Pick<Hiding, "hideHere" | "hideValue">;

/**
 * Replaces secrets in forms and XML: the value of an input, the text of an element, and a part of
 * `multipart/form-data` (RFC 7578, section 4.2).
 */
export function redactMarkup(text: string, hiding: MarkupHiding): string {
  return redactParts(redactTags(text, hiding), hiding);
}

function redactTags(text: string, { hideHere, hideValue }: MarkupHiding): string {
  if (!text.includes("<")) return text;
  let result = "";
  let done = 0;
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", open + 1)) {
    if (open < done) continue;
    const head = text.slice(open, open + maxTagLength);
    const close = head.indexOf(">");
    if (close < 0) continue;
    const tag = head.slice(0, close + 1);
    const written = redactInput(tag, hideValue);
    const end = open + tag.length;
    result += text.slice(done, open) + written;
    done = end;
    const name = elementName.exec(tag)?.[1] ?? "";
    const kind = tag.endsWith("/>") ? undefined : findSecretKind(name);
    if (kind === undefined) continue;
    const next = text.indexOf("<", end);
    const last = next < 0 ? text.length : next;
    const content = text.slice(end, last);
    if (content.trim() === "") continue;
    if (/^code$/iu.test(name)) {
      // The element of HTML can contain any text: a client ID, but also a recovery code.
      result += quotedText.test(content.trim()) ? content : hideHere(content, kind);
    } else result += hideValue(content, kind);
    done = last;
  }
  return result + text.slice(done);
}

/** Redacts the value of a form field. Its name and value are attributes in any order. */
function redactInput(tag: string, hideValue: Hiding["hideValue"]): string {
  let kind: string | undefined;
  for (const [, attribute = "", double, single, bare] of tag.matchAll(attributePattern)) {
    if (/^(?:name|id|type|property)$/iu.test(attribute))
      kind ??= findSecretKind(double ?? single ?? bare ?? "");
  }
  if (kind === undefined) return tag;
  const found = kind;
  return tag.replaceAll(attributePattern, (all, attribute: string, ...values: unknown[]) => {
    const value = values.slice(0, 3).find((one) => typeof one === "string");
    if (typeof value !== "string" || value === "" || !/^(?:value|content)$/iu.test(attribute))
      return all;
    const start = all.lastIndexOf(value);
    return all.slice(0, start) + hideValue(value, found) + all.slice(start + value.length);
  });
}

function redactParts(text: string, { hideValue }: Pick<Hiding, "hideValue">): string {
  if (!/form-data/iu.test(text)) return text;
  let result = "";
  let done = 0;
  for (const { 0: head, 1: name = "", index } of text.matchAll(partName)) {
    const kind = findSecretKind(name);
    if (index < done || kind === undefined) continue;
    const fields = text.slice(index + head.length, index + head.length + maxTagLength);
    const blank = blankLine.exec(fields);
    if (blank === null) continue;
    const start = index + head.length + blank.index + blank[0].length;
    const boundary = /\r?\n--/gu;
    boundary.lastIndex = start;
    const end = boundary.exec(text)?.index ?? text.length;
    if (end === start) continue;
    result += text.slice(done, start) + hideValue(text.slice(start, end), kind);
    done = end;
  }
  return result + text.slice(done);
}
