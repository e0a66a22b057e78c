import { needsBody } from "./capture/needs-body.ts";
import { readHeader, type Destination, type Exchange } from "./exchange.ts";
import type { Header, ResponseBody } from "./exchange.ts";
import { parseHarEntry, type HarEntry } from "./parse-har-entry.ts";

/** The maximum number of characters of a body that is kept. */
export const maxBody = 1_048_576;
/** The text of a response as a browser gives it. */
export interface GivenBody {
  text: string;
  /** `base64`, otherwise the text is decoded. */
  encoding: string;
}

/** The members that the capture adds to an entry. */
export interface EntrySource {
  id: number;
  source: Exchange["source"];
}

/**
 * Parses a HAR entry; returns undefined for anything else. Members that only explain are dropped
 * if they are malformed; method, URL and time must be there.
 */
export function readEntry(value: unknown, { id, source }: EntrySource): Exchange | undefined {
  const entry = parseHarEntry(value);
  if (entry === undefined) return undefined;
  const startedAt = Date.parse(entry.startedDateTime);
  const url = URL.parse(entry.request.url);
  if (Number.isNaN(startedAt) || url === null) return undefined;
  const requestHeaders = entry.request.headers;
  const responseHeaders = entry.response.headers;
  const redirect = readRedirect(entry, responseHeaders);
  const destination = readDestination(entry, requestHeaders);
  const initiator = entry.initiatorUrl || readHeader(requestHeaders, "referer");
  const { time, request, response } = entry;
  const method = request.method.toUpperCase();
  const requestBody = readRequestBody(request);
  return {
    id,
    source,
    startedAt,
    ...(time === undefined || !(time >= 0) ? {} : { durationMs: time }),
    method,
    url: url.href,
    requestHeaders,
    ...(requestBody === undefined ? {} : { requestBody: requestBody.slice(0, maxBody) }),
    status: response.status,
    ...(response.error ? { error: response.error } : {}),
    responseHeaders,
    ...(redirect === undefined ? {} : { redirect }),
    responseBody: readBody(entry, {
      method,
      status: response.status,
      responseHeaders,
      ...(destination === undefined ? {} : { destination }),
    }),
    ...(destination === undefined ? {} : { destination }),
    ...(initiator ? { initiator } : {}),
    ...(entry.fromCache ? { isFromCache: true } : {}),
    ...(entry.derived.length === 0 ? {} : { derived: entry.derived }),
  };
}

/** A file has the text of a form, its fields, or both (HTTP Archive 1.2, `postData`). */
function readRequestBody({ postText, postParams }: HarEntry["request"]): string | undefined {
  if (postText || postParams.length === 0) return postText;
  return new URLSearchParams(postParams.map(({ name, value }) => [name, value])).toString();
}

/**
 * Chromium gives an empty `redirectURL` for a response that is no redirect. Playwright's has no
 * fragment; the header has it.
 */
function readRedirect(
  { request, response }: HarEntry,
  headers: readonly Header[],
): string | undefined {
  if (response.status < 300 || response.status > 399) return undefined;
  const target = response.redirectURL ? URL.parse(response.redirectURL, request.url) : null;
  if (target !== null && target.hash !== "") return target.href;
  const location = readHeader(headers, "location");
  return (location ? URL.parse(location, request.url) : null)?.href ?? target?.href;
}

const resourceTypes: ReadonlyMap<string, Destination> = new Map([
  ["document", "document"],
  ["frame", "frame"],
  ["fetch", "fetch"],
  ["xhr", "fetch"],
  ["preflight", "preflight"],
]);
const fetchDestinations: ReadonlyMap<string, Destination> = new Map([
  ["document", "document"],
  ["iframe", "frame"],
  ["frame", "frame"],
  ["empty", "fetch"],
]);

/** Firefox has no resource type, and Chromium calls a frame a document: ask the header first. */
function readDestination(entry: HarEntry, headers: readonly Header[]): Destination | undefined {
  if (entry.request.method.toUpperCase() === "OPTIONS") return "preflight";
  const told = readHeader(headers, "sec-fetch-dest");
  if (told !== undefined) return fetchDestinations.get(told) ?? "other";
  const type = entry.resourceType;
  return type === undefined ? undefined : (resourceTypes.get(type) ?? "other");
}

function readBody({ response }: HarEntry, facts: Parameters<typeof needsBody>[0]): ResponseBody {
  const { text, mimeType, encoding, size, status } = response;
  if (text !== undefined && needsBody({ ...facts, mimeType })) {
    return decodeBody({ text, encoding }, mimeType);
  }
  return size === 0 || text === "" || (status >= 300 && status < 400)
    ? { state: "empty" }
    : { state: "not-seen" };
}

/** Reads the text of a response that the browser gave apart from its entry. */
export function readGivenBody({ responseHeaders }: Exchange, given: GivenBody): ResponseBody {
  const [mimeType = ""] = readHeader(responseHeaders, "content-type")?.split(";") ?? [];
  return decodeBody(given, mimeType.trim());
}

function decodeBody({ text, encoding }: GivenBody, mimeType: string): ResponseBody {
  if (text === "") return { state: "empty" };
  const decoded = encoding === "base64" ? decodeBase64(text) : text;
  if (decoded === undefined) return { state: "not-seen" };
  return { state: "text", text: decoded.slice(0, maxBody), mimeType };
}

/** Returns undefined for a text that is no base64. Bytes that are no UTF-8 become U+FFFD. */
function decodeBase64(encoded: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
