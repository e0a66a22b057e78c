import type { FetchPort, FetchResponse } from "../../auth/index.ts";
import type { Fetch } from "../../http/fetch.ts";

const keySetPath = "/.well-known/jwks.json";
/** The library notices a key rotation after this time too, in ms. */
const maxAge = 60_000;

interface KeptResponse {
  readonly text: string;
  readonly status: number;
  readonly readAt: number;
}

/**
 * Returns a port that requests key sets only, and keeps each successful response for a minute.
 * Each check creates a new instance of the library, which has no keys yet.
 */
export function keepKeySets(fetch: Fetch, now: () => number): FetchPort {
  const kept = new Map<string, KeptResponse>();

  return async (url, request) => {
    if (!url.endsWith(keySetPath) || request.method !== "GET") {
      throw new Error("A token check requests only key sets.");
    }
    const known = kept.get(url);
    const elapsed = known === undefined ? -1 : now() - known.readAt;
    if (known !== undefined && elapsed >= 0 && elapsed < maxAge) return toResponse(known);
    const response = await fetch(url, request);
    if (!response.ok) return response;
    const read = { text: await response.text(), status: response.status, readAt: now() };
    kept.set(url, read);
    return toResponse(read);
  };
}

function toResponse({ text, status }: KeptResponse): FetchResponse {
  return { ok: true, status, text: async () => text };
}
