import * as z from "zod/mini";

/** The part of a HAR entry that tells whether it is already known. It is read without the rest. */
const keySchema = z.object({
  startedDateTime: z.string().check(z.maxLength(64)),
  request: z.object({ method: z.string(), url: z.string() }),
  response: z.object({
    status: z.catch(z.int(), 0),
    content: z.catch(z.optional(z.object({ text: z.optional(z.nullable(z.string())) })), undefined),
  }),
});

/** What identifies an entry among the others of a capture. */
export interface EntryKey {
  /** The same for an event and for the snapshot's entry of one request. */
  key: string;
  /** Unix time in ms. */
  startedAt: number;
  /** The URL without its fragment. */
  url: string;
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

/** Reads the key of an HTTP request; returns undefined for all others, such as `data:` URLs. */
export function readEntryKey(entry: unknown): EntryKey | undefined {
  const parsed = keySchema.safeParse(entry).data;
  if (parsed === undefined) return undefined;
  const { request, response } = parsed;
  const startedAt = Date.parse(parsed.startedDateTime);
  if (Number.isNaN(startedAt) || !/^https?:/iu.test(request.url)) return undefined;
  return {
    key: createKey(startedAt, request.method, request.url),
    startedAt,
    url: withoutFragment(request.url),
    status: response.status,
    hasText: typeof response.content?.text === "string" && response.content.text !== "",
  };
}
