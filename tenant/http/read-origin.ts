/**
 * Returns the origin of an absolute URL. `URL.origin` is "null" for `chrome-extension:` and
 * `moz-extension:`, although browsers give their pages ordinary origins.
 */
export function readOrigin(address: string): string {
  const { origin, protocol, host } = new URL(address);
  return origin === "null" && host !== "" ? `${protocol}//${host}` : origin;
}
