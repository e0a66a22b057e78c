import { readHeader, type Exchange } from "./exchange.ts";

/** A cookie as a response sets it (RFC 6265bis, section 4.1.1). */
export interface SetCookie {
  name: string;
  value: string;
  /** By their names in lower case. A path keeps its case. */
  attributes: ReadonlyMap<string, string>;
}

/** Lists the cookies that a response sets, without those that it deletes. */
export function listSetCookies(exchange: Exchange): SetCookie[] {
  return (
    exchange.responseHeaders
      .filter(({ name }) => name === "set-cookie")
      // Firefox joins several cookies of one response by line breaks.
      .flatMap(({ value }) => value.split("\n"))
      .map(readSetCookie)
      .filter((cookie) => cookie.name !== "" && !isDeleted(cookie, exchange.startedAt))
  );
}

/** True for an empty value, and for a life that has ended (RFC 6265bis, section 5.7). */
function isDeleted({ value, attributes }: SetCookie, now: number): boolean {
  const seconds = attributes.get("max-age");
  // `Max-Age` precedes `Expires`.
  if (seconds !== undefined && seconds !== "") return value === "" || Number(seconds) <= 0;
  return value === "" || Date.parse(attributes.get("expires") ?? "") <= now;
}

/** Returns the cookies that a request sends, by their names. */
export function readCookies({ requestHeaders }: Exchange): ReadonlyMap<string, string> {
  const text = readHeader(requestHeaders, "cookie");
  return new Map(text?.split(";").map((pair) => splitPair(pair.trim())));
}

function readSetCookie(text: string): SetCookie {
  const [pair = "", ...attributes] = text.split(";").map((part) => part.trim());
  const [name, value] = splitPair(pair);
  return {
    name,
    value,
    attributes: new Map(
      attributes.map((each) => {
        const [key, setting] = splitPair(each);
        return [key.toLowerCase(), setting] as const;
      }),
    ),
  };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at === -1 ? [pair, ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
