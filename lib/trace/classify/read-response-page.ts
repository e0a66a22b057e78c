import { jsonObjectSchema, parseJson } from "../../encoding/json.ts";
import { listMembers, type Parameters } from "../parameters.ts";

/** The maximum number of characters that are searched. These pages are small. */
const maxPage = 262_144;

/**
 * Returns the parameters that a page of `response_mode=web_message` posts to its opener or parent.
 * No standard fixes the page's script, only the message: an object `response` beside the type
 * `authorization_response`.
 */
export function readWebMessage(html: string): Parameters | undefined {
  if (html.length > maxPage || !html.includes("authorization_response")) return undefined;
  const start = /["']?\bresponse["']?\s{0,9}:\s{0,9}(?=\{)/u.exec(html);
  if (start === null) return undefined;
  const object = cutObject(html, start.index + start[0].length);
  const parsed = jsonObjectSchema.safeParse(parseJson(object)).data;
  return parsed === undefined ? undefined : listMembers(parsed);
}

/** Returns the text from `{` to its `}`; braces within strings do not count. */
function cutObject(text: string, from: number): string {
  let depth = 0;
  let isString = false;
  for (let index = from; index < text.length; index += 1) {
    const character = text[index];
    if (isString && character === "\\") index += 1;
    else if (character === '"') isString = !isString;
    else if (!isString && character === "{") depth += 1;
    else if (!isString && character === "}") depth -= 1;
    if (depth === 0) return text.slice(from, index + 1);
  }
  return "";
}

/**
 * Returns the hidden fields of a page that posts them to another URL (OAuth 2.0 Form Post Response
 * Mode, section 2).
 */
export function readFormPost(html: string, pageUrl: string): Parameters | undefined {
  if (html.length > maxPage || !/<form\b/iu.test(html)) return undefined;
  const action = readAttribute(/<form\b[^<>]*>/iu.exec(html)?.[0] ?? "", "action");
  const target = action === undefined ? null : URL.parse(action, pageUrl);
  if (target === null || target.href.split("?")[0] === pageUrl.split(/[?#]/u)[0]) return undefined;
  return Array.from(html.matchAll(/<input\b[^<>]*>/giu))
    .slice(0, 50)
    .flatMap(([tag]) => {
      const name = readAttribute(tag, "name");
      const isHidden = readAttribute(tag, "type") === "hidden";
      return name === undefined || !isHidden ? [] : [[name, readAttribute(tag, "value") ?? ""]];
    });
}

const attributePattern = /\s([a-z]{1,20})=(?:"([^"]*)"|'([^']*)')/giu;

function readAttribute(tag: string, name: string): string | undefined {
  const found = Array.from(tag.matchAll(attributePattern)).find(
    ([, own = ""]) => own.toLowerCase() === name,
  );
  const value = found?.[2] ?? found?.[3];
  return value?.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{1,6}));/giu, decodeEntity);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
