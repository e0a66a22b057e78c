import { readHeader, type Exchange } from "../exchange.ts";

/**
 * Returns the header for which the browser refuses a preflight (Fetch Standard, section 4.8).
 * Returns undefined if the preflight passed, or if the capture does not have its headers.
 */
export function findPreflightFault(
  exchange: Exchange,
): { name: string; value: string } | undefined {
  const { status, requestHeaders, responseHeaders } = exchange;
  if (status === 0 || responseHeaders.length === 0) return undefined;
  const read = (name: string) => readHeader(responseHeaders, name);
  const allowed = read("access-control-allow-origin");
  const origin = readHeader(requestHeaders, "origin");
  if (origin === undefined) return undefined;
  if (status < 200 || status > 299 || (allowed !== "*" && allowed !== origin)) {
    return { name: "Access-Control-Allow-Origin", value: allowed ?? "absent" };
  }
  const given = new Set(listNames(read("access-control-allow-headers")));
  const missing = listNames(readHeader(requestHeaders, "access-control-request-headers")).filter(
    (name) => !given.has(name) && !(given.has("*") && name !== "authorization"),
  );
  if (missing.length === 0) return undefined;
  return { name: "headers that are not allowed", value: missing.join(", ") };
}

function listNames(value: string | undefined): string[] {
  return (value ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}
