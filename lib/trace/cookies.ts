import { readHeader, type Exchange } from "./exchange.ts";

/** A cookie as a response sets it (RFC 6265bis, section 4.1.1). */
export interface SetCookie {
  name: string;
  value: string;
  /** By their names, both in lower case. */
  attributes: ReadonlyMap<string, string>;
}

/** Lists the cookies that a response sets, without those that it deletes. */
export function listSetCookies({ responseHeaders }: Exchange): SetCookie[] {
  return (
    responseHeaders
      .filter(({ name }) => name === "set-cookie")
      // Firefox joins several cookies of one response by line breaks.
      .flatMap(({ value }) => value.split("\n"))
      .map(readSetCookie)
      .filter(({ name, value }) => name !== "" && value !== "")
  );
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
        return [key.toLowerCase(), setting.toLowerCase()] as const;
      }),
    ),
  };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at === -1 ? [pair, ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
