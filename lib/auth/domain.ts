/**
 * Reads a tenant's domain: a host name with an optional port, with or without `https://`. Plain `http://`
 * is for loopback addresses alone, where it is as safe as https.
 *
 * @returns the tenant's origin, without a slash at the end; undefined when the text is anything else
 */
export function readDomain(domain: string): string | undefined {
  // Taken apart before the URL parser sees it, which would quietly repair what is wrong, and find the host in
  // a place nobody expects.
  const [, scheme = "https://", host = ""] =
    /^(https?:\/\/)?([^\s\\/@?#]+)\/?$/i.exec(domain) ?? [];
  const origin = URL.parse(scheme + host)?.origin ?? "";
  const isSafe = /^https:|\/(([^/]+\.)?localhost|\[::1\]|127[\d.]+)(:|$)/;
  return isSafe.test(origin) ? origin : undefined;
}
