import { isTokenName } from "./named-tokens.ts";

/** A flat object, or a tag with its attributes. */
const flatObject = /\{[^{}]*\}|<[a-z][^<>]*>/giu;
const nameMember =
  /(?<![\w-])["']?(?:name|key|header|field|credentialType)["']?\s?[:=]\s?["']([\w.:@ -]+)["']/iu;
const valueMember =
  /(?<![\w-])["']?(?:value|currentValue|initialValue|content|secret)["']?\s?[:=]\s?["'](?=[^"'<>{}]{6})/iu;

/** The header of a part of a multipart form (RFC 7578, section 4.2). */
const formPart = /form-data; name="([^"\r\n]+)"\r?\n\r?\n/giu;

/**
 * Renames the value of each pair such as `{"name": "N", "value": "V"}` or `<input name="N"
 * value="V">` to N, so that the name is beside the value. A part of a form becomes `N: V`.
 */
export function nameValues(text: string): string {
  if (!/["']/u.test(text)) return text;
  return text
    .replaceAll(formPart, (_whole, name: string) => `${name}: `)
    .replaceAll(flatObject, (object) => {
      const name = nameMember.exec(object)?.[1];
      return name === undefined ? object : object.replace(valueMember, () => `"${name}": "`);
    });
}

const tag = /<(\/?)([a-z][\w.:-]*)((?:\s[^<>]*)?)>|<!\[CDATA\[|\]\]>/giu;
/** Tags within a word or a line. */
const inlineTag = /^(?:a|b|em|font|i|mark|s|small|span|strong|u|wbr)$/iu;

/** Removes tags. A tag ends a value as a tab does; a tag with the name of a token names it. */
export function flattenTags(text: string): string {
  if (!text.includes("<") && !text.includes("]]>")) return text;
  return text.replaceAll(
    tag,
    (
      _whole,
      closing: string | undefined,
      name: string | undefined,
      attributes: string | undefined,
    ) => {
      const own = attributes ?? "";
      if (name !== undefined && inlineTag.test(name)) return own;
      const isNamed = name !== undefined && closing === "" && isTokenName(name);
      return `${isNamed ? name : ""}${own}\t`;
    },
  );
}
