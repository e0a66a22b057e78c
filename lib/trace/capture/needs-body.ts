import { readHeader, type Exchange } from "../exchange.ts";

/** The types whose text is read: documents, JSON and tokens, forms, plain texts. */
const readTypes = /^(?:text\/(?:html|plain|xml)|application\/(?:\S*json|jwt|\S*xml|jwk|x-www-))/iu;
/** The types of files that have no part in a login. */
const noiseTypes = /^(?:image|font|audio|video)\/|^text\/css|javascript|^application\/wasm/iu;
/** The maximum number of bytes. Each response of a login is smaller. */
const maxBytes = 1_048_576;

interface Facts extends Pick<Exchange, "destination" | "status" | "method" | "responseHeaders"> {
  /** The type by the entry's content, for a response without a header. */
  mimeType?: string;
}

const typeOf = ({ responseHeaders, mimeType }: Facts) =>
  (readHeader(responseHeaders, "content-type") ?? mimeType)?.trim() || undefined;

/** Returns true for images, scripts, styles, fonts and media. */
export function isNoise(facts: Facts): boolean {
  const { destination } = facts;
  if (destination === "other") return true;
  const type = typeOf(facts);
  return destination === undefined && type !== undefined && noiseTypes.test(type);
}

/** Returns true if a login can need the text of the response. All other texts are not kept. */
export function needsBody(facts: Facts): boolean {
  const { destination, status, method, responseHeaders } = facts;
  if (destination === "preflight" || method === "HEAD" || isNoise(facts)) return false;
  // Firefox sometimes reports a response without its status.
  if (status === 0 && responseHeaders.length === 0) return false;
  if (status === 204 || (status >= 300 && status < 400)) return false;
  if (Number(readHeader(responseHeaders, "content-length") ?? 0) > maxBytes) return false;
  const type = typeOf(facts);
  return type === undefined || readTypes.test(type);
}
