import type { Exchange } from "../exchange.ts";
import { isObject } from "../parse-har-entry.ts";
import { maxBody } from "../read-entry.ts";

/** The values that identify an entry within a capture. */
export interface EntryKey {
  /** The same for an event and for the snapshot's entry of one request. */
  key: string;
  /** Unix time in ms. */
  startedAt: number;
  /** The URL without its fragment. */
  url: string;
  /** The request's body, as far as exchanges keep it; missing if there was none. */
  body?: string;
  /** 0 while the request is in flight, and if no response was reported. */
  status: number;
  /** True if the entry contains the text of its response, as in Firefox's snapshots. */
  hasText: boolean;
}

/** Returns a URL without its fragment: only Firefox reports one. */
export function withoutFragment(url: string): string {
  const end = url.indexOf("#");
  return end === -1 ? url : url.slice(0, end);
}

/** Creates the key of a request. No browser gives an event and its snapshot a common id. */
export function createKey(startedAt: number, method: string, url: string): string {
  return `${startedAt} ${method.toUpperCase()} ${withoutFragment(url)}`;
}

/**
 * Returns the exchange of an entry among those with its key. Two requests for tokens can start in
 * the same millisecond: their bodies tell them apart.
 */
export function findTwin<Twin extends { readonly exchange: Pick<Exchange, "requestBody"> }>(
  candidates: readonly Twin[],
  { body }: EntryKey,
): Twin | undefined {
  return (
    candidates.find(({ exchange }) => exchange.requestBody === body) ??
    candidates.find(({ exchange }) => exchange.requestBody === undefined || body === undefined)
  );
}

/**
 * Reads the key of an HTTP request without the rest of its entry; returns undefined for all others,
 * such as `data:` URLs. A snapshot has thousands of entries, most of them known.
 */
export function readEntryKey(entry: unknown): EntryKey | undefined {
  if (!isObject(entry)) return undefined;
  const { startedDateTime, request, response } = entry;
  if (typeof startedDateTime !== "string" || startedDateTime.length > 64) return undefined;
  if (!isObject(request) || !isObject(response)) return undefined;
  const { method, url, postData } = request;
  const { status, content } = response;
  if (typeof method !== "string" || typeof url !== "string") return undefined;
  const startedAt = Date.parse(startedDateTime);
  if (Number.isNaN(startedAt) || !/^https?:/iu.test(url)) return undefined;
  const text = isObject(content) ? content["text"] : undefined;
  const sent = isObject(postData) ? postData["text"] : undefined;
  return {
    key: createKey(startedAt, method, url),
    startedAt,
    url: withoutFragment(url),
    ...(typeof sent === "string" ? { body: sent.slice(0, maxBody) } : {}),
    status: typeof status === "number" && Number.isSafeInteger(status) ? status : 0,
    hasText: typeof text === "string" && text !== "",
  };
}
