import type { Exchange } from "../../../../lib/trace/exchange.ts";
import type { Navigation } from "../../../../lib/trace/capture-context.ts";
import { readEntry } from "../../../../lib/trace/read-entry.ts";
import { readTrace, type Trace } from "../../../../lib/trace/read-trace.ts";
import type { FlowVerdict } from "../../../../lib/trace/verdict.ts";

/** The time of an entry with `at: 0`. */
export const captureStart = Date.UTC(2026, 10, 23, 8);

/** One request and its response, in the words of a test. Only the URL is needed. */
export interface EntryFacts {
  url: string;
  /** Added to the URL, encoded. */
  query?: Record<string, string>;
  /** The start, in ms after the start of the capture. 0 without it. */
  at?: number;
  /** The duration in ms. 10 without it. */
  time?: number;
  /** GET without it; POST with a form or JSON. */
  method?: string;
  /** The request's body as a form. */
  form?: Record<string, string>;
  /** The request's body as JSON. */
  json?: object;
  headers?: Record<string, string>;
  /** `Sec-Fetch-Dest`: `document`, `iframe`, `empty` (fetch) or another one. Missing without it. */
  dest?: string;
  /** The page's origin, for a request of its script: sent as `Origin` and `Referer`. */
  origin?: string;
  /** 302 with `location`, otherwise 200. */
  status?: number;
  location?: string;
  /** An object is sent as JSON, a text as HTML, null is a body that the browser did not show. */
  answer?: object | string | null;
  responseHeaders?: Record<string, string>;
  /** The browser's reason for a failure, such as `net::ERR_FAILED`. */
  error?: string;
  /** Chromium's `_resourceType`. */
  resourceType?: string;
  /** True for an answer of a cache or a service worker, as Chromium's `_fromCache` tells. */
  isFromCache?: boolean;
}

/** Returns a HAR entry (HTTP Archive 1.2), as the browsers report it. */
export function entryOf(facts: EntryFacts) {
  const body = readRequestBody(facts);
  const url = new URL(facts.url);
  for (const [name, value] of Object.entries(facts.query ?? {})) url.searchParams.set(name, value);
  return {
    startedDateTime: new Date(captureStart + (facts.at ?? 0)).toISOString(),
    time: facts.time ?? 10,
    request: {
      method: facts.method ?? (body === undefined ? "GET" : "POST"),
      url: url.href,
      headers: listHeaders({
        ...(facts.dest === undefined ? {} : { "Sec-Fetch-Dest": facts.dest }),
        ...(facts.origin === undefined
          ? {}
          : { Origin: facts.origin, Referer: `${facts.origin}/` }),
        ...(body === undefined ? {} : { "Content-Type": body.mimeType }),
        ...facts.headers,
      }),
      ...(body === undefined ? {} : { postData: body }),
    },
    response: {
      status: facts.status ?? (facts.location === undefined ? 200 : 302),
      headers: listHeaders({
        ...(facts.location === undefined ? {} : { Location: facts.location }),
        ...facts.responseHeaders,
      }),
      redirectURL: "",
      content: readContent(facts),
      ...(facts.error === undefined ? {} : { _error: facts.error }),
    },
    ...(facts.resourceType === undefined ? {} : { _resourceType: facts.resourceType }),
    ...(facts.isFromCache === true ? { _fromCache: "disk" } : {}),
  };
}

function listHeaders(headers: Record<string, string>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function readRequestBody({ form, json }: EntryFacts) {
  if (json !== undefined) return { mimeType: "application/json", text: JSON.stringify(json) };
  if (form === undefined) return undefined;
  const text = new URLSearchParams(form).toString();
  return { mimeType: "application/x-www-form-urlencoded", text };
}

function readContent({ answer }: EntryFacts) {
  if (answer === undefined) return { size: 0, mimeType: "" };
  if (answer === null) return { size: 100, mimeType: "" };
  const isHtml = typeof answer === "string";
  const text = isHtml ? answer : JSON.stringify(answer);
  return { size: text.length, mimeType: isHtml ? "text/html" : "application/json", text };
}

/** Returns the exchanges of entries, numbered from 1 in the order of the list. */
export function exchangesOf(list: readonly EntryFacts[]): Exchange[] {
  return list.map((facts, index) => {
    const exchange = readEntry(entryOf(facts), { id: index + 1, source: "event" });
    if (exchange === undefined) throw new Error(`This is no entry: ${facts.url}`);
    return exchange;
  });
}

/** Classifies, joins and judges entries. */
export async function traceOf(
  list: readonly EntryFacts[],
  navigations: readonly Navigation[] = [],
): Promise<Trace> {
  return readTrace(exchangesOf(list), navigations);
}

/** Returns the ids of the proven causes and errors of a verdict. */
export function listProven({ findings }: FlowVerdict): string[] {
  return findings.filter(({ rank }) => rank !== "advice").map(({ id }) => id);
}

/** Returns a JWT with these claims. Its signature has the right form and no meaning. */
export function jwtOf(claims: object, header: object = { alg: "RS256", kid: "key" }): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ typ: "JWT", ...header })}.${encode(claims)}.c2lnbmF0dXJl`;
}
