import { isLoopback } from "../http/is-loopback.ts";

/**
 * The origin of the sandbox. The name is reserved (RFC 2606, section 2): no request for it can
 * leave the browser, and no permission is needed for it.
 */
export const sandboxOrigin = "https://sandbox.invalid";

/** The origin of the local tenant, if it was started without options. */
export const localTenantOrigin = "http://localhost:4400";

/** The maximum length of a tenant's origin. */
export const maxOriginLength = 300;

/** The hosts that the manifest allows with plain http. */
const plainHttpHosts: readonly string[] = ["localhost", "127.0.0.1"];

/** Returns true for the sandbox, and for an origin on this machine. */
export function isReachedWithoutNetwork(origin: string): boolean {
  return origin === sandboxOrigin || isLoopback(new URL(origin).hostname);
}

/** The origin of a domain that the user typed, or a sentence about its problem. */
export type ParsedDomain = { origin: string } | { problem: string };

/**
 * Matches a host name or an IPv6 address after URL parsing, and rejects other characters that URL
 * parsers accept. With a star, the requested permission would be for many hosts. Chromium also
 * accepts a space, as %20.
 */
const hostName = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Parses a tenant domain: a host, with or without scheme and port.
 *
 * The default scheme is http for `localhost` and `127.0.0.1`, and https for all other hosts. Plain
 * http to another host is refused: tokens and credentials would cross the network unencrypted (RFC
 * 6749, section 1.6), and the extension may not reach it.
 */
export function parseDomain(text: string): ParsedDomain {
  const typed = text.trim();
  if (typed === "")
    return { problem: "Enter the tenant's domain, for example acme.us.example.com." };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const candidate = hasScheme ? typed : `https://${typed}`;
  if (!URL.canParse(candidate) || !hostName.test(new URL(candidate).hostname)) {
    return { problem: "This is not a domain. Enter a host, such as acme.us.example.com." };
  }
  const url = new URL(candidate);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { problem: "A tenant must use https. Omit the scheme, or enter https://." };
  }
  const hasUser = url.username !== "" || url.password !== "";
  if (!/^\/+$/.test(url.pathname) || url.search !== "" || url.hash !== "" || hasUser) {
    return { problem: "Enter only the domain, without a path, a query or a user name." };
  }
  const mayBePlain = plainHttpHosts.includes(url.hostname);
  // Parse again with the final scheme: an origin omits the default port of its own scheme.
  const { protocol, origin } = mayBePlain && !hasScheme ? new URL(`http://${typed}`) : url;
  if (protocol === "http:" && !mayBePlain) {
    return { problem: "Plain http is allowed only for localhost and 127.0.0.1. Use https." };
  }
  if (origin.length > maxOriginLength) {
    return {
      problem: `A domain must not exceed ${maxOriginLength} characters. Check the pasted text.`,
    };
  }
  return { origin };
}

/**
 * Returns the `iss` of a tenant's tokens: its origin with a trailing slash.
 *
 * @see OpenID Connect Discovery 1.0, section 3
 */
export function issuerOf(tenant: { origin: string }): string {
  return `${tenant.origin}/`;
}

/** Returns the match pattern of the host permission for an origin. Match patterns have no ports. */
export function permissionPatternOf(origin: string): string {
  const url = new URL(origin);
  return `${url.protocol}//${url.hostname}/*`;
}
