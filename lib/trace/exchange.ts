/** A header; its name is in lower case. */
export interface Header {
  name: string;
  value: string;
}

/**
 * The text of a response's body.
 *
 * - text: the body, complete
 * - empty: the browser reported a body without text, as of a redirect
 * - not-seen: the browser gave no body, as Chromium does for a page that is gone; also the body of
 *   an image, a script or another file that no login needs
 */
export type ResponseBody =
  | { state: "text"; text: string; mimeType: string }
  | { state: "empty" }
  | { state: "not-seen" };

/** The destination of a request (Fetch Standard, section 2.2.5), as far as it is known. */
export type Destination = "document" | "frame" | "fetch" | "preflight" | "other";

/**
 * A value that an export worked out before it replaced the values that it depends on, so that the
 * file is judged as the capture was.
 *
 * - S256: the challenge of `code_verifier` (RFC 7636, section 4.2)
 * - at_hash, c_hash: the hashes that the ID token should have (OpenID Connect Core 1.0,
 *   section 3.3.2.11)
 * - signature: the outcome of the verification of the ID token
 */
export interface DerivedValue {
  by: "S256" | "at_hash" | "c_hash" | "signature";
  is: string;
}

/** One request of the inspected page and its response, as the browser reported them. */
export interface Exchange {
  /** Unique in the capture. Later requests have no larger number: sort by `startedAt`. */
  id: number;
  /**
   * - event: reported at its end
   * - snapshot: found later in the browser's list, without a body in Chromium
   * - import: read from a file
   * - run: recorded by a run of the Run tab, without the browser's headers and the status of pages
   */
  source: "event" | "snapshot" | "import" | "run";
  /** Unix time in ms, by the browser's clock. */
  startedAt: number;
  /** Duration in ms; missing if unknown. */
  durationMs?: number;
  /** In upper case. */
  method: string;
  /** The absolute URL. Chromium leaves out the fragment, Firefox does not. */
  url: string;
  requestHeaders: readonly Header[];
  /** Missing if there was none. Firefox cuts it at 1 MiB. */
  requestBody?: string;
  /** 0 if the browser reported no response. */
  status: number;
  /** The browser's reason for a failure, such as `net::ERR_BLOCKED_BY_CLIENT`. */
  error?: string;
  responseHeaders: readonly Header[];
  /** The absolute target of a redirect, with its fragment. */
  redirect?: string;
  responseBody: ResponseBody;
  destination?: Destination;
  /** The URL of the document that made the request, as far as Referer or initiator tell it. */
  initiator?: string;
  /** True if a cache or a service worker responded. */
  isFromCache?: boolean;
  /** Only of a file that this extension exported. */
  derived?: readonly DerivedValue[];
}

/** Returns the first header with this name, in lower case. */
export function readHeader(headers: readonly Header[], name: string): string | undefined {
  for (const header of headers) if (header.name === name) return header.value;
  return undefined;
}

/** Returns the end of an exchange in Unix ms: the moment at which its response was delivered. */
export function endOf({ startedAt, durationMs = 0 }: Exchange): number {
  return startedAt + durationMs;
}

/** Returns a value that the export of this exchange worked out. */
export function readDerived(
  { derived = [] }: Exchange,
  by: DerivedValue["by"],
): string | undefined {
  return derived.find((value) => value.by === by)?.is;
}
