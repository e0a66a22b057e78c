import { isLoopback } from "../http/is-loopback.ts";

/**
 * Returns the URL of an issuer's key set: `/.well-known/jwks.json` below the issuer.
 *
 * @returns undefined for an issuer whose keys cannot be trusted
 */
export function findKeySetUrl(issuer: string): string | undefined {
  if (!URL.canParse(issuer)) return undefined;
  const url = new URL(issuer);
  // Plain http lets anyone in the network replace the keys, except on this machine.
  const isSafe =
    url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isSafe) return undefined;
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return undefined;
  return new URL(".well-known/jwks.json", `${url.href.replace(/(?<!\/)\/+$/u, "")}/`).href;
}
