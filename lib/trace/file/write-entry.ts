import type { Exchange, ResponseBody } from "../exchange.ts";

/** A HAR entry (HTTP Archive 1.2), with the members that this extension reads and writes. */
export type HarEntry = Readonly<Record<string, unknown>>;

/** Writes an exchange as a HAR entry, with its secrets: redact it before it leaves. */
export function writeEntry(exchange: Exchange): HarEntry {
  const { method, url, requestHeaders, requestBody, status, responseHeaders } = exchange;
  const time = exchange.durationMs ?? -1;
  // The redactor replaces a URL without a host as a whole.
  const query = URL.parse(url)?.searchParams ?? new URLSearchParams();
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time,
    request: {
      method,
      url,
      httpVersion: "",
      headers: requestHeaders,
      queryString: [...query].map(([name, value]) => ({ name, value })),
      cookies: [],
      headersSize: -1,
      bodySize: -1,
      ...(requestBody === undefined ? {} : { postData: writePost(exchange, requestBody) }),
    },
    response: {
      status,
      statusText: "",
      httpVersion: "",
      headers: responseHeaders,
      cookies: [],
      redirectURL: exchange.redirect ?? "",
      content: writeContent(exchange.responseBody),
      headersSize: -1,
      bodySize: -1,
      ...(exchange.error === undefined ? {} : { _error: exchange.error }),
    },
    cache: {},
    timings: { send: -1, wait: time, receive: -1 },
    ...(exchange.destination === undefined ? {} : { _resourceType: exchange.destination }),
    ...(exchange.initiator === undefined ? {} : { _initiator: { url: exchange.initiator } }),
    ...(exchange.isFromCache === true ? { _fromCache: "cache" } : {}),
    ...(exchange.derived === undefined ? {} : { _derived: exchange.derived }),
  };
}

function writePost({ requestHeaders }: Exchange, text: string): object {
  const type = requestHeaders.find(({ name }) => name === "content-type")?.value;
  return { mimeType: type ?? "", text };
}

/** A body that was not seen has no size: an import must not take it for an empty one. */
function writeContent(body: ResponseBody): object {
  switch (body.state) {
    case "text":
      return { size: body.text.length, mimeType: body.mimeType, text: body.text };
    case "empty":
      return { size: 0, mimeType: "", text: "" };
    case "not-seen":
      return { size: -1, mimeType: "" };
  }
  return body satisfies never;
}
