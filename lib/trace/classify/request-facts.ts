import type { JsonObject } from "../../encoding/json.ts";
import { readHeader, type Exchange } from "../exchange.ts";
import {
  isObjectText,
  parseBody,
  parseParameters,
  readObject,
  type Parameters,
} from "../parameters.ts";

/** The parts of an exchange by which it is recognised, each parsed once. */
export interface RequestFacts {
  exchange: Exchange;
  method: string;
  origin: string;
  path: string;
  /** Origin and path: the way in which discovery documents name endpoints. */
  endpoint: string;
  /** The last part of the path, without a trailing slash. */
  lastSegment: string;
  query: Parameters;
  /** Only Firefox reports the fragment of a request. */
  fragment: Parameters;
  body: Parameters;
  /** The names in query and body. */
  names: ReadonlySet<string>;
  bodyNames: ReadonlySet<string>;
  /** False for a script's request, and for a script, a style or an image. */
  isPage: boolean;
  /** True if a script made the request, as far as the browser tells. */
  isFetch: boolean;
  /** The scheme of the Authorization header, in lower case. */
  scheme: string | undefined;
}

/** The maximum number of characters of a body that is parsed. Requests of logins are smaller. */
const maxParsedBody = 65_536;

/** Reads the facts of an exchange. */
export function readFacts(exchange: Exchange): RequestFacts {
  const { pathname, search, hash, origin } = new URL(exchange.url);
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const query = search === "" ? [] : parseParameters(search.slice(1));
  const { requestBody = "" } = exchange;
  const body = requestBody.length > maxParsedBody ? [] : parseBody(requestBody);
  const bodyNames = new Set(body.map(([name]) => name));
  return {
    exchange,
    method: exchange.method,
    origin,
    path,
    endpoint: `${origin}${path}`,
    lastSegment: path.slice(path.lastIndexOf("/") + 1).toLowerCase(),
    query,
    fragment: hash === "" ? [] : parseParameters(hash.slice(1)),
    body,
    names: new Set([...query.map(([name]) => name), ...bodyNames]),
    bodyNames,
    isPage: isPage(exchange),
    isFetch: isFetch(exchange),
    scheme: readScheme(exchange),
  };
}

function isPage({ destination, requestHeaders }: Exchange): boolean {
  if (destination !== undefined) return destination === "document" || destination === "frame";
  // A file without resource types: only a page's own navigation accepts HTML first.
  const accept = readHeader(requestHeaders, "accept");
  return accept === undefined
    ? readHeader(requestHeaders, "origin") === undefined
    : accept.startsWith("text/html");
}

function isFetch({ destination, requestHeaders }: Exchange): boolean {
  if (destination !== undefined) return destination === "fetch";
  return readHeader(requestHeaders, "sec-fetch-mode") === "cors";
}

function readScheme({ requestHeaders }: Exchange): string | undefined {
  const value = readHeader(requestHeaders, "authorization");
  return value === undefined ? undefined : /^\w+(?= )/u.exec(value)?.[0].toLowerCase();
}

/** Returns the JSON object of the response if its text has this member's name. */
export function readAnswer(
  { responseBody }: Exchange,
  member: string,
  maxLength = 262_144,
): JsonObject | undefined {
  if (responseBody.state !== "text" || responseBody.text.length > maxLength) return undefined;
  // Look at the start, then for the name, before parsing: most responses of a page are none of ours.
  const { text } = responseBody;
  return isObjectText(text) && text.includes(`"${member}"`) ? readObject(text) : undefined;
}
