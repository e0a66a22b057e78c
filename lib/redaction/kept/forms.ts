/** A word as people write it: not a run of letters in random case. */
const word = /^(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,8}|[A-Z]?[a-z]{2,20}(?:[A-Z][a-z]{2,20}){1,3})$/u;
/** Names of algorithms, versions and formats: all others with a digit can be secrets. */
const term =
  /^(?:[RHEP]S(?:256|384|512)|ES256K|S256|SHA-?(?:1|256|384|512)|sha(?:1|256|384|512)|A(?:128|192|256)(?:GCM|KW|GCMKW|CBC)|X?25519|P-(?:256|384|521)|secp256k1|[oO][aA]uth[12]|saml[12]|SAML[12]|v[12]|auth0|base64(?:url)?|utf-?8|UTF-8|HTTP[12]|\d\.\d|OpenID|OAuth|DPoP|returnTo|URLSearchParams|[A-Z]{2,6}s|h[23]|x5[cu]|x5t)$/u;
const shortName = /^(?:[A-Za-z]?[a-z]{1,12}\d{1,2}|[A-Z]{1,12}|\d{1,2})$/u;
/** Scripts that separate no words by spaces, and letters beyond ASCII. */
const foreignWord = /^[\p{L}\p{M}'’-]+$/u;
const jsonLiteral = /^(?:true|false|null|)$/u;
const timestamp = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/u;
const httpDate = /^\w{3}, \d{1,2}[ -]\w{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/u;
const label = /^[a-z\d_-]+$/iu;
const ipv6 = /^\[[\da-f:.]+\](?::\d{1,5})?$/iu;
const identifier = /^[\w.:/|@~+-]+$/u;
const browserError =
  /^(?:net::)?(?:ERR|NS_ERROR|NS_BINDING|SEC_ERROR|SSL_ERROR|MOZILLA)(?:_[A-Z]+\d?)+$/u;

const isPart = (text: string) => word.test(text) || term.test(text);

/** True for one word of a sentence, or several joined by a hyphen or an underscore. */
export function isWord(text: string): boolean {
  if (text.length > 80) return false;
  if (term.test(text) || (foreignWord.test(text) && /\P{ASCII}/u.test(text))) return true;
  const parts = text.split(/['’_.-]/u);
  return parts.length <= 8 && parts.every((part) => isPart(part));
}

/** True for a word of a protocol, such as `id_token`, `S256` or a URN of registered words. */
export function isProtocolWord(text: string): boolean {
  if (text.length > 120) return false;
  const plain = text.endsWith("/*") ? text.slice(0, -2) : text;
  const parts = plain.split(/[-_.:/+]/u);
  return parts.length <= 16 && parts.every((part) => isPart(part) || /^\d{1,3}$/u.test(part));
}

/** True for a part of a name: of a parameter, a header, a member, a cookie or a form field. */
export function isNamePart(text: string): boolean {
  const plain = text.endsWith("#S256") ? text.slice(0, -5) : text;
  return isPart(plain) || shortName.test(plain);
}

/** True for an empty text, and for JSON's literals, which say one bit. */
export const isLiteral = (text: string) => jsonLiteral.test(text);

/** True for a number as in a sentence. */
export const isShortNumber = (text: string) => /^\d{1,4}%?$/u.test(text);

/** The reason of a failure in the words of Chromium or Firefox. */
export const isBrowserError = (text: string) => text.length <= 80 && browserError.test(text);
export const isNumber = (text: string) => /^-?\d{1,16}(?:\.\d{1,6})?$/u.test(text);
export const isTimestamp = (text: string) => timestamp.test(text);
export const isHttpDate = (text: string) => httpDate.test(text);
export const isIdentifier = (text: string) => text.length <= 200 && identifier.test(text);

/** True for a host with or without a port, also for the pattern of a policy. */
export function isHost(text: string): boolean {
  if (text.length > 255) return false;
  if (ipv6.test(text)) return true;
  const [name = "", port] = text.split(":", 2);
  if (port !== undefined && !/^(?:\d{1,5}|\*)$/u.test(port)) return false;
  const labels = (name.startsWith("*.") ? name.slice(2) : name).split(".");
  if (labels.length > 1 && labels.at(-1) === "") labels.pop();
  return labels.every((each) => each.length <= 63 && label.test(each));
}

/** Describes a replaced value: its kind and its length, as in `-of-28-characters`. */
export function describeForm(text: string): { kind: string; size: string } {
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu.test(text))
    return { kind: "UUID", size: count(36, "character") };
  if (/^\d+$/u.test(text)) return { kind: "number", size: count(text.length, "digit") };
  if (/^[^\s@]{1,64}@[^\s@]{1,255}$/u.test(text))
    return { kind: "address", size: count(text.length, "character") };
  return { kind: "text", size: count(text.length, "character") };
}

function count(number: number, unit: string): string {
  return `-of-${number}-${unit}${number === 1 ? "" : "s"}`;
}
