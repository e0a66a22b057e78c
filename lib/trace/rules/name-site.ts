/**
 * Returns the last two names of a host, and an IP address as it is. Without a list of public
 * suffixes, this is a guess of the site: no error may rest on it alone.
 */
export function nameSite(hostname: string): string {
  return /[\d\]]$/u.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
