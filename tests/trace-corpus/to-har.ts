import type { Captured, FinishedRequest, HarEntry } from "./capture.ts";

/** A HAR 1.2 document. `_source` of an entry names the interface that reported it. */
export interface HarFile {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly browser: { readonly name: string; readonly version: string };
    readonly comment: string;
    readonly entries: readonly (HarEntry & { _source: "event" | "snapshot" })[];
  };
}

/** Longer bodies are cut: no message of a login is longer. */
const longestBody = 8_192;

/** Error pages are longer than what they say. */
const longestErrorPage = 1_024;

/** Resources of a page that say nothing about its login. */
const noisyTypes: ReadonlySet<unknown> = new Set(["script", "stylesheet", "image", "font"]);
const noisyMimeTypes = /javascript|text\/css|^image\/|^font\//;

/** Marks of a page that is a message itself: a form post, or a web message. */
const messageMarks =
  /authorization_response|type="hidden" name="(?:code|id_token|access_token|error)"/;

const droppedNote = "The recorder dropped this body.";

function isNoise({ _resourceType: type, request, response }: HarEntry): boolean {
  // The demo app's own settings, and what browsers ask for by themselves.
  if (/^data:|\/(?:config\.json|favicon\.ico)$/.test(request.url)) return true;
  const { mimeType = "" } = response.content;
  return noisyTypes.has(type) || (type === undefined && noisyMimeTypes.test(mimeType));
}

function isDropped({ response }: HarEntry, body: string): boolean {
  const { mimeType = "" } = response.content;
  if (noisyMimeTypes.test(mimeType)) return true;
  // The text of an error page quotes the refused parameter.
  const isPage = mimeType.startsWith("text/html") && response.status < 400;
  return isPage && !messageMarks.test(body);
}

function addBody({ entry, body, encoding }: FinishedRequest): HarEntry {
  const { response } = entry;
  const { text: _text, ...content } = response.content;
  const put = (changed: object): HarEntry => ({
    ...entry,
    response: { ...response, content: { ...content, ...changed } },
  });
  if (body === null) return put({});
  if (body !== "" && isDropped(entry, body)) return put({ comment: droppedNote });
  const isError = response.status === 0 || response.status >= 400;
  const isErrorPage = isError && /^\s*<!doctype html/i.test(body);
  const kept = body.slice(0, isErrorPage ? longestErrorPage : longestBody);
  return put({ text: kept, ...(encoding ? { encoding } : {}) });
}

/** Shortens what the browser knows about the script that sent a request. */
function shortenInitiator(entry: HarEntry): HarEntry {
  const { _initiator: initiator, ...rest } = entry;
  if (!(initiator instanceof Object)) return entry;
  const { stack: _stack, ...short }: { stack?: unknown } = initiator;
  return { ...rest, _initiator: short };
}

/** Headers that every request or response repeats, and that say nothing about a login. */
const idleHeaders =
  /^(?:accept|accept-encoding|accept-language|connection|content-length|host|cross-origin-resource-policy|keep-alive|priority|sec-ch-ua.*|te|transfer-encoding|upgrade-insecure-requests|user-agent|x-content-type-options)$/i;

function shortenHeaders(headers: unknown): unknown {
  if (!Array.isArray(headers)) return headers;
  return headers.filter((header: unknown) => {
    const name: unknown = header instanceof Object ? Reflect.get(header, "name") : "";
    return !idleHeaders.test(String(name));
  });
}

/** Leaves out what makes files long: repeated headers, and timings that only one browser has. */
function shorten(entry: HarEntry): HarEntry {
  const { request, response, timings } = entry;
  const known = Object.entries(timings instanceof Object ? timings : {})
    .filter(([name]) => !name.startsWith("_"))
    .map(([name, value]: [string, unknown]) => [name, Math.round(Number(value) * 10) / 10]);
  return {
    ...shortenInitiator(entry),
    time: Math.round(entry.time * 10) / 10,
    request: { ...request, headers: shortenHeaders(request["headers"]) },
    response: { ...response, headers: shortenHeaders(response["headers"]) },
    timings: Object.fromEntries(known),
  };
}

const keyOf = ({ startedDateTime, request }: HarEntry) =>
  `${startedDateTime} ${request.method} ${request.url}`;

/**
 * Makes the file of a case: the events in their order, then the requests that only `getHAR` listed.
 */
export function toHar(
  captured: Captured,
  facts: { comment: string; browser: { name: string; version: string } },
): HarFile {
  const seen = new Set(captured.finished.map(({ entry }) => keyOf(entry)));
  const events = captured.finished.map((each) => ({
    ...shorten(addBody(each)),
    _source: "event" as const,
  }));
  const snapshots = captured.listed
    .filter((entry) => !seen.has(keyOf(entry)))
    .map((entry) => ({ ...shorten(entry), _source: "snapshot" as const }));
  return {
    log: {
      version: "1.2",
      creator: { name: "npm run record:trace", version: "1" },
      browser: facts.browser,
      comment: facts.comment,
      entries: [...events, ...snapshots].filter((entry) => !isNoise(entry)),
    },
  };
}

/** Writes a file with one entry on each line, so that a change shows which entry it concerns. */
export function formatHar({ log: { entries, ...log } }: HarFile): string {
  const head = JSON.stringify(log).slice(0, -1);
  return `{"log":${head},"entries":[\n${entries.map((each) => JSON.stringify(each)).join(",\n")}\n]}}\n`;
}
