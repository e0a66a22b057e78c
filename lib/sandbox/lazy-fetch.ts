import type { Fetch } from "../http/fetch.ts";

/**
 * Returns a `fetch` that loads the code for the sandbox with the first request for its origin. A
 * page at another tenant loads none of it.
 */
export function createLazyFetch(ports: {
  /** The origin of the sandbox. */
  origin: string;
  load(): Promise<Fetch>;
  /** Sends all other requests. */
  fetch: Fetch;
}): Fetch {
  return async (url, init) => {
    const send = new URL(url).origin === ports.origin ? await ports.load() : ports.fetch;
    return await send(url, init);
  };
}
