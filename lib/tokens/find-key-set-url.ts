/**
 * Returns the URL of an issuer's key set: `/.well-known/jwks.json` below the issuer.
 *
 * @returns undefined for an issuer whose keys cannot be trusted
 */
export function findKeySetUrl(issuer: string): string | undefined {
  if (!URL.canParse(issuer)) return undefined;
  const url = new URL(issuer);
  // Plain http lets anyone in the network replace the keys, except on this machine.
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) return undefined;
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return undefined;
  return new URL(".well-known/jwks.json", `${url.href.replace(/(?<!\/)\/+$/u, "")}/`).href;
}
