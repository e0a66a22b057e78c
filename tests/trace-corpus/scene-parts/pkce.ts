import { createHash, randomBytes } from "node:crypto";

/** A random value, as applications use them for `state`, `nonce` and verifiers. */
export const randomText = (): string => randomBytes(32).toString("base64url");

/** Creates a PKCE verifier and its S256 challenge (RFC 7636, section 4). */
export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomText();
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
