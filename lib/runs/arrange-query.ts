import type { Call } from "./call.ts";

/**
 * Changes the query of an authorization request: adds and replaces parameters, and puts them in an
 * order. A parameter of the call replaces the library's own one of the same name. Names that the
 * order does not contain follow. Names and values are encoded in one way: a space becomes `%20`,
 * and a plus sign `%2B`, as RFC 6749, appendix B requires a decoder to read both forms of a space.
 */
export function arrangeQuery(url: string, query: Call["query"]): string {
  if (query === undefined) return url;
  const start = url.indexOf("?");
  const [path, text] = start < 0 ? [url, ""] : [url.slice(0, start), url.slice(start + 1)];
  const replaced = new Set([...query.added.map(([name]) => name), ...(query.omitted ?? [])]);
  const own = [...new URLSearchParams(text)].filter(([name]) => !replaced.has(name));
  const left = [...own, ...query.added];
  const arranged: (readonly [string, string])[] = [];
  for (const name of query.order) {
    const at = left.findIndex(([other]) => other === name);
    if (at >= 0) arranged.push(...left.splice(at, 1));
  }
  const pairs = [...arranged, ...left].map((pair) => pair.map(encode).join("="));
  return `${path}?${pairs.join("&")}`;
}

/** Encodes a text. Half of a surrogate pair, which has no UTF-8 form, becomes U+FFFD. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
