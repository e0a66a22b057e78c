import { decodePercent } from "../decode-text.ts";
import { encodePercent } from "../encoded-content.ts";
import { isHost, isProtocolWord } from "./forms.ts";
import type { Redaction } from "./redaction.ts";
import { isSingleUse } from "../single-use-links.ts";
import { redactPairs } from "./redact-pairs.ts";

const absolute = /^([a-z][a-z\d+.-]{0,30}:)\/\/([^/?#\\]*)((?:[/\\][^?#]*)?)(\?[^#]*)?(#[^]*)?$/iu;
const relative = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/u;
/** The segment after one of these is a person. */
const personal = /^(?:users?|members?|people|accounts?|profiles?)$/iu;
const maxSegment = 40;

/** True for a URL with an authority, in any scheme. */
export const isUrl = (text: string) => absolute.test(text);

/**
 * Redacts a URL. Scheme, host and port stay, of the path the words, of query and fragment the
 * names.
 *
 * @param options.keepsPath false for a URL of unknown meaning, as of a person's picture
 */
export function redactUrl(
  url: string,
  to: Redaction,
  { keepsPath = true }: { keepsPath?: boolean } = {},
): string {
  const [, scheme = "", authority = "", path = "", query = "", fragment = ""] =
    absolute.exec(url) ?? [];
  if (scheme === "") return redactRelative(url, to);
  const start = `${scheme}//${redactAuthority(authority, to)}`;
  if (keepsPath || path.length < 2) return start + redactRest({ path, query, fragment }, to);
  return `${start}/${to.hide(path.slice(1))}${redactRest({ path: "", query, fragment }, to)}`;
}

function redactAuthority(authority: string, to: Redaction): string {
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  const written = host === "" || isHost(host) ? host : to.hide(host);
  if (at < 0) return written;
  const user = authority.slice(0, at).split(":");
  return `${user.map((piece) => (piece === "" ? "" : to.hide(decodePercent(piece), "password"))).join(":")}@${written}`;
}

/** Redacts a path with its query and fragment. */
export function redactRelative(text: string, to: Redaction): string {
  const [, path = "", query = "", fragment = ""] = relative.exec(text) ?? [];
  return redactRest({ path, query, fragment }, to);
}

interface Rest {
  path: string;
  query: string;
  fragment: string;
}

function redactRest({ path, query, fragment }: Rest, to: Redaction): string {
  const written = redactPath(path, to);
  const asked = query === "" ? "" : `?${redactPairs(query.slice(1), to)}`;
  return written + asked + redactFragment(fragment, to);
}

/** A fragment is a form, as in a response, or a router's path with a query of its own. */
function redactFragment(fragment: string, to: Redaction): string {
  if (fragment.length < 2) return fragment;
  const text = fragment.slice(1);
  const start = /^[^=&?]*[/?]/u.exec(text)?.[0] ?? "";
  const rest = text.slice(start.length);
  const written = rest.includes("=") || start === "" ? redactPairs(rest, to) : redactPath(rest, to);
  return `#${redactPath(start, to)}${written}`;
}

function redactPath(path: string, to: Redaction): string {
  let before = "";
  return path
    .split(/([/?])/u)
    .map((segment, place) => {
      if (place % 2 === 1 || segment === "") return segment;
      const name = isSingleUse(before) ? "ticket" : undefined;
      const isHidden = name !== undefined || personal.test(before);
      const written = isHidden ? hideSegment(segment, to, name) : redactSegment(segment, to);
      before = segment;
      return written;
    })
    .join("");
}

/** A segment stays if it is a word: letters, with hyphens, and no run of digits. */
function redactSegment(segment: string, to: Redaction): string {
  if (segment.length <= maxSegment && isProtocolWord(segment)) return segment;
  // Path parameters, as in `;jsessionid=…` (RFC 3986, section 3.3).
  if (segment.includes(";")) {
    return segment
      .split(";")
      .map((piece, place) => {
        if (piece === "") return piece;
        return place > 0 && piece.includes("=") ? redactPairs(piece, to) : redactSegment(piece, to);
      })
      .join(";");
  }
  if (/^\.{1,2}$/u.test(segment)) return segment;
  const word = segment.startsWith(".") ? segment.slice(1) : segment;
  if (word !== segment && word.length <= maxSegment && isProtocolWord(word)) return segment;
  return hideSegment(segment, to);
}

function hideSegment(segment: string, to: Redaction, name?: string): string {
  return encodePercent(to.hide(decodePercent(segment), name));
}
