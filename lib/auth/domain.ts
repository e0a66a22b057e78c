/** The addresses that follow from a tenant's domain. */
export interface TenantAddress {
  /** Without a slash at the end: what paths are appended to, and the origin of the tenant's messages. */
  readonly origin: string;
  /** With a slash at the end: what the `iss` claim must equal. */
  readonly issuer: string;
}

/**
 * Reads a tenant's domain: a host name with an optional port, with or without `https://`. Plain `http://`
 * is for loopback addresses alone, where it is as safe as https.
 *
 * @returns null when the text is anything else
 */
export function readDomain(domain: string): TenantAddress | null {
  // The URL parser would quietly repair these, and take the host from a place nobody expects.
  if (/[\s\\@?#]/.test(domain)) return null;
  const address = /^https?:\/\//i.test(domain) ? domain : `https://${domain}`;
  const url = URL.parse(address);
  if (url === null || url.pathname !== "/" || url.hostname === "") return null;
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return null;
  return { origin: url.origin, issuer: `${url.origin}/` };
}

function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
}
