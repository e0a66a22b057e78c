import { readHeader, type Exchange } from "./exchange.ts";

/**
 * Returns true for a response that CORS hid from the script that asked for it (Fetch Standard,
 * section 4.9). False if a capture has no headers to tell it by.
 */
export function isHidden({ url, status, requestHeaders, responseHeaders }: Exchange): boolean {
  const origin = readHeader(requestHeaders, "origin");
  if (origin === undefined || status === 0 || responseHeaders.length === 0) return false;
  if (origin === URL.parse(url)?.origin) return false;
  const allowed = readHeader(responseHeaders, "access-control-allow-origin");
  return allowed !== "*" && allowed !== origin;
}
