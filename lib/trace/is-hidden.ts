import { readHeader, type Exchange } from "./exchange.ts";

/**
 * Returns true for a response that CORS hid from the script that asked for it (Fetch Standard,
 * section 4.9). False if a capture has no headers to tell it by.
 */
export function isHidden({
  url,
  status,
  destination,
  requestHeaders,
  responseHeaders,
}: Exchange): boolean {
  const origin = readHeader(requestHeaders, "origin");
  if (origin === undefined || status === 0 || responseHeaders.length === 0) return false;
  // With 304, the headers of the stored response count, which the capture does not have.
  if (status === 304 || isUnread(requestHeaders)) return false;
  // A navigation has no script that reads its response.
  if (destination === "document" || destination === "frame") return false;
  if (origin === URL.parse(url)?.origin) return false;
  const allowed = readHeader(responseHeaders, "access-control-allow-origin");
  if (allowed !== "*" && allowed !== origin) return true;
  // A script's request has cookies for another origin only if it asked for credentials.
  if (destination !== "fetch" || readHeader(requestHeaders, "cookie") === undefined) return false;
  const credentials = readHeader(responseHeaders, "access-control-allow-credentials");
  return allowed === "*" || credentials !== "true";
}

/** True for a request of which the page does not ask to read the answer (`mode: "no-cors"`). */
function isUnread(headers: Exchange["requestHeaders"]): boolean {
  const mode = readHeader(headers, "sec-fetch-mode");
  return mode !== undefined && mode !== "cors";
}
