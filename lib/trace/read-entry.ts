import * as z from "zod/mini";
import { needsBody } from "./capture/needs-body.ts";
import { readHeader, type Destination, type Exchange } from "./exchange.ts";
import type { Header, ResponseBody } from "./exchange.ts";

/** The maximum number of characters of a URL or a header. Longer ones are cut by no browser. */
const maxText = 262_144;
/** The maximum number of characters of a body that is kept. */
const maxBody = 1_048_576;
const maxHeaders = 500;

const text = z.string().check(z.maxLength(maxText));
const optionalText = z.catch(z.optional(text), undefined);
const headersSchema = z.catch(
  z.array(z.object({ name: text, value: text })).check(z.maxLength(maxHeaders)),
  [],
);

/** The part of a HAR entry that is read (HTTP Archive 1.2), as Chromium and Firefox write it. */
const entrySchema = z.object({
  startedDateTime: z.string().check(z.maxLength(64)),
  time: z.catch(z.optional(z.number()), undefined),
  request: z.object({
    method: z.string().check(z.minLength(1), z.maxLength(32)),
    url: text,
    headers: headersSchema,
    postData: z.catch(
      z.optional(
        z.nullable(
          z.object({
            text: z.catch(z.optional(z.nullable(z.string())), undefined),
            params: z.catch(
              z.optional(
                z
                  .array(z.object({ name: text, value: z.catch(text, "") }))
                  .check(z.maxLength(maxHeaders)),
              ),
              undefined,
            ),
          }),
        ),
      ),
      undefined,
    ),
  }),
  response: z.object({
    status: z.catch(z.int(), 0),
    headers: headersSchema,
    redirectURL: z.catch(z.optional(z.nullable(text)), undefined),
    content: z.catch(
      z.optional(
        z.object({
          mimeType: optionalText,
          text: z.catch(z.optional(z.nullable(z.string())), undefined),
          encoding: optionalText,
          size: z.catch(z.optional(z.number()), undefined),
        }),
      ),
      undefined,
    ),
    _error: z.catch(z.optional(z.nullable(text)), undefined),
  }),
  _resourceType: optionalText,
  _initiator: z.catch(z.optional(z.nullable(z.object({ url: optionalText }))), undefined),
  _fromCache: z.catch(z.optional(z.nullable(text)), undefined),
});
type Entry = z.infer<typeof entrySchema>;

/** The text of a response as a browser gives it. */
export interface GivenBody {
  text: string;
  /** `base64`, otherwise the text is decoded. */
  encoding: string;
}

/** What the capture adds to an entry. */
export interface EntrySource {
  id: number;
  source: Exchange["source"];
}

/**
 * Parses a HAR entry; returns undefined for anything else. Members that only explain are dropped
 * if they are malformed; method, URL and time must be there.
 */
export function readEntry(value: unknown, { id, source }: EntrySource): Exchange | undefined {
  const entry = entrySchema.safeParse(value).data;
  if (entry === undefined) return undefined;
  const startedAt = Date.parse(entry.startedDateTime);
  const url = URL.parse(entry.request.url);
  if (Number.isNaN(startedAt) || url === null) return undefined;
  const requestHeaders = lowerNames(entry.request.headers);
  const responseHeaders = lowerNames(entry.response.headers);
  const redirect = readRedirect(entry, responseHeaders);
  const destination = readDestination(entry, requestHeaders);
  const initiator = entry._initiator?.url || find(requestHeaders, "referer");
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
    ...(response._error ? { error: response._error } : {}),
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
    ...(entry._fromCache ? { isFromCache: true } : {}),
  };
}

function lowerNames(headers: readonly Header[]): Header[] {
  return headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
}

function find(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => header.name === name)?.value;
}

/** A file has the text of a form, its fields, or both (HTTP Archive 1.2, `postData`). */
function readRequestBody({ postData }: Entry["request"]): string | undefined {
  const { text: body, params = [] } = postData ?? {};
  if (body || params.length === 0) return body ?? undefined;
  return new URLSearchParams(params.map(({ name, value }) => [name, value])).toString();
}

/**
 * Chromium gives an empty `redirectURL` for a response that is no redirect. Playwright's has no
 * fragment; the header has it.
 */
function readRedirect(
  { request, response }: Entry,
  headers: readonly Header[],
): string | undefined {
  if (response.status < 300 || response.status > 399) return undefined;
  const target = response.redirectURL ? URL.parse(response.redirectURL, request.url) : null;
  if (target !== null && target.hash !== "") return target.href;
  const location = find(headers, "location");
  return (location ? URL.parse(location, request.url) : null)?.href ?? target?.href;
}

const resourceTypes: Record<string, Destination> = {
  document: "document",
  frame: "frame",
  fetch: "fetch",
  xhr: "fetch",
  preflight: "preflight",
};
const fetchDestinations: Record<string, Destination> = {
  document: "document",
  iframe: "frame",
  frame: "frame",
  empty: "fetch",
};

/** Firefox has no resource type, and Chromium calls a frame a document: ask the header first. */
function readDestination(entry: Entry, headers: readonly Header[]): Destination | undefined {
  if (entry.request.method.toUpperCase() === "OPTIONS") return "preflight";
  const told = find(headers, "sec-fetch-dest");
  if (told !== undefined) return fetchDestinations[told] ?? "other";
  const type = entry._resourceType;
  return type === undefined ? undefined : (resourceTypes[type] ?? "other");
}

function readBody({ response }: Entry, facts: Parameters<typeof needsBody>[0]): ResponseBody {
  const { content, status } = response;
  const mimeType = content?.mimeType ?? "";
  if (typeof content?.text === "string" && needsBody({ ...facts, mimeType })) {
    return decodeBody({ text: content.text, encoding: content.encoding ?? "" }, mimeType);
  }
  return content?.size === 0 || content?.text === "" || (status >= 300 && status < 400)
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
