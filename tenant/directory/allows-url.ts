/**
 * Returns true if a client's list of URLs allows a URL: an entry is equal to it, character by
 * character, or has `*` in place of the first label of its host, as in
 * `https://*.example.com/callback`. The service takes such entries for http and https only.
 */
export function allowsUrl(list: readonly string[], url: string): boolean {
  return list.includes(url) || list.some((entry) => fitsWildcard(entry, url));
}

function fitsWildcard(entry: string, url: string): boolean {
  const [scheme = "", rest = "", more] = entry.split("*");
  if (!/^https?:\/\/$/.test(scheme) || !rest.startsWith(".") || more !== undefined) return false;
  if (!url.startsWith(scheme) || !url.endsWith(rest)) return false;
  return /^[\da-z-]+$/i.test(url.slice(scheme.length, -rest.length));
}
