import type { PortRequest, PortResponse } from "./port-fetch.ts";
import type { SendToSandbox } from "./send-to-sandbox.ts";

/** `fetch`, as the folders that talk to a tenant declare it. */
type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface SandboxFetchPorts {
  /** The origin of the sandbox. */
  origin: string;
  /** The origin of this page, for the header `Origin`. */
  ownOrigin: string;
  send: SendToSandbox;
  /** Sends all other requests. */
  fetch: Fetch;
}

/**
 * Returns a `fetch` that sends requests for the sandbox's origin to the sandbox, and all others as
 * before. It follows no redirect: the sandbox redirects documents only.
 */
export function createSandboxFetch(ports: SandboxFetchPorts): Fetch {
  return async (url, init = {}) => {
    if (new URL(url).origin !== ports.origin) return await ports.fetch(url, init);
    const request = await describeRequest(url, init, ports.ownOrigin);
    const response = await ports.send(request, init.signal ?? undefined);
    if (response.headers.has("location") && init.redirect !== "manual") {
      await response.body?.cancel();
      throw new TypeError("The sandbox redirected a request that follows no redirect.");
    }
    return toResponse(url, response);
  };
}

async function describeRequest(
  url: string,
  { method = "GET", headers, body = null, credentials }: RequestInit,
  origin: string,
): Promise<PortRequest> {
  // A `Request` encodes each kind of body, and knows its media type.
  const encoded = new Request(url, { method: "POST", ...(body !== null && { body }) });
  const sent = new Headers(headers);
  const type = encoded.headers.get("content-type");
  if (type !== null && !sent.has("content-type")) sent.set("content-type", type);
  if (method !== "GET") sent.set("origin", origin);
  return {
    url,
    method: method.toUpperCase(),
    headers: sent,
    ...(body !== null && { body: new Uint8Array(await encoded.arrayBuffer()) }),
    hasCookies: credentials === "include",
  };
}

function toResponse(url: string, { status, headers, body }: PortResponse): Response {
  const response = new Response(body, { status, headers });
  Object.defineProperty(response, "url", { value: url });
  return response;
}
