/**
 * Reads a tenant's domain: a host name with an optional port, with or without `https://`. Plain
 * `http://` is valid for loopback addresses only, where it is as safe as https.
 *
 * @returns the tenant's origin without a slash at the end, or undefined for any other text
 */
export function readDomain(domain: string): string | undefined {
  // Match before URL.parse, which repairs invalid text and could find another host in it.
  const [, scheme = "https://", host = ""] =
    /^(https?:\/\/)?([^\s\\/@?#]+)\/?$/i.exec(domain) ?? [];
  const origin = URL.parse(scheme + host)?.origin ?? "";
  const isSafe = /^https:|\/(([^/]+\.)?localhost|\[::1\]|127[\d.]+)(:|$)/;
  return isSafe.test(origin) ? origin : undefined;
}
