import { formatCurl } from "../encoding/format-curl.ts";
import { createExchangeRedactor } from "../redaction/kept/create-exchange-redactor.ts";
import type { Exchange } from "./exchange.ts";

/** Headers that curl or the browser writes itself, and HTTP/2 pseudo headers. */
const ownHeaders = /^(?:host|connection|content-length|accept-encoding|te|sec-.*|:.*)$/u;
/** Headers that a script must not set (Fetch Standard, section 2.2.2), or that the browser sets. */
const forbiddenHeaders =
  /^(?:cookie|cookie2|origin|referer|user-agent|date|dnt|expect|keep-alive|trailer|transfer-encoding|upgrade|via|proxy-.*)$/u;

/** Returns the request without its values: a pseudonym marks each place to fill in. */
function redactRequest(exchange: Exchange) {
  const redactor = createExchangeRedactor();
  const request = {
    ...exchange,
    requestHeaders: exchange.requestHeaders.filter(({ name }) => !ownHeaders.test(name)),
    responseHeaders: [],
    responseBody: { state: "not-seen" as const },
  };
  redactor.reserve(request);
  redactor.collect(request);
  const { method, url, requestHeaders, requestBody = "" } = redactor.redact(request);
  return { method, url, headers: requestHeaders, body: requestBody };
}

/** Writes a captured request as a curl command, without its secrets. */
export function writeCurl(exchange: Exchange): string {
  const { headers, ...request } = redactRequest(exchange);
  return formatCurl({ ...request, headers: headers.map(({ name, value }) => [name, value]) });
}

/** Writes the URL of a captured request, without its secrets. */
export function writeUrl(exchange: Exchange): string {
  return redactRequest(exchange).url;
}

/** Writes a captured request as a call of `fetch`, without its secrets. */
export function writeFetch(exchange: Exchange): string {
  const { method, url, headers, body } = redactRequest(exchange);
  const own = headers.filter(({ name }) => !forbiddenHeaders.test(name));
  const hasCookies = headers.some(({ name }) => name === "cookie");
  const options = {
    method,
    ...(own.length === 0
      ? {}
      : { headers: Object.fromEntries(own.map(({ name, value }) => [name, value])) }),
    ...(body === "" ? {} : { body }),
    credentials: hasCookies ? "include" : "omit",
  };
  return `await fetch(${JSON.stringify(url)}, ${JSON.stringify(options, undefined, 2)});`;
}
