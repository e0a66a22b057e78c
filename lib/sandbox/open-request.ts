import { fromByteText, type SentRequest } from "./port-messages.ts";

/**
 * Returns the request with all of its headers. Browsers remove `Cookie`, `Host` and `Origin` from a
 * `Request` that a script creates (Fetch standard, "forbidden request-header"), and Firefox gives it
 * no `body`; here both are put over it.
 */
export function openRequest(sent: SentRequest, signal: AbortSignal): Request {
  const { url, method } = sent;
  const bytes = sent.body === undefined ? undefined : fromByteText(sent.body);
  const request = new Request(url, { method, signal, ...(bytes !== undefined && { body: bytes }) });
  const headers = new Headers(sent.headers.map(([name, value]) => [name, value]));
  Object.defineProperty(request, "headers", { value: headers });
  if (!("body" in request)) {
    Object.defineProperty(request, "body", { value: new Response(bytes ?? null).body });
  }
  return request;
}

/**
 * A response that keeps each `Set-Cookie`. Browsers remove it from a `Response` that a script
 * creates (Fetch standard, "forbidden response-header name"). A program that responds to requests
 * of another one needs it as the global `Response`.
 */
export class OpenResponse extends Response {
  readonly #headers: Headers;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init);
    this.#headers = new Headers(init?.headers);
    const type = super.headers.get("content-type");
    if (type !== null && !this.#headers.has("content-type")) {
      this.#headers.set("content-type", type);
    }
  }

  override get headers(): Headers {
    return this.#headers;
  }
}
