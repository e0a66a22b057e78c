import { formatCurl } from "../encoding/format-curl.ts";
import { createRedactor } from "../redaction/create-redactor.ts";
import * as z from "zod/mini";
import type { Exchange } from "./exchange.ts";

/** Headers that curl or the browser writes itself, and HTTP/2 pseudo headers. */
const ownHeaders = /^(?:host|connection|content-length|accept-encoding|te|sec-.*|:.*)$/u;
/** Headers that a script must not set (Fetch Standard, section 2.2.2), or that the browser sets. */
const forbiddenHeaders =
  /^(?:cookie|cookie2|origin|referer|user-agent|date|dnt|expect|keep-alive|trailer|transfer-encoding|upgrade|via|proxy-.*)$/u;

const requestSchema = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
});

/** Returns the request without secrets: a pseudonym stands where one has to be filled in. */
function redactRequest(exchange: Exchange): z.infer<typeof requestSchema> {
  const request = {
    method: exchange.method,
    url: exchange.url,
    headers: exchange.requestHeaders.filter(({ name }) => !ownHeaders.test(name)),
    body: exchange.requestBody ?? "",
  };
  const redactor = createRedactor({ keepsClaims: false });
  redactor.collect(request);
  return requestSchema.parse(redactor.redact(request));
}

/** Writes a captured request as a curl command, without its secrets. */
export function writeCurl(exchange: Exchange): string {
  const { headers, ...request } = redactRequest(exchange);
  return formatCurl({ ...request, headers: headers.map(({ name, value }) => [name, value]) });
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
