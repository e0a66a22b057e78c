import { fail } from "./auth-error.ts";
import { encodeBase64url } from "./base64url.ts";
import type { CryptoPort, SubtlePort } from "./ports.ts";

/** An object with a crypto port, which may lack WebCrypto. */
interface CryptoPlace {
  readonly crypto: CryptoPort;
}

/** @throws AuthError `runtime_error` in a page without WebCrypto */
export function requireSubtle({ crypto }: CryptoPlace): SubtlePort {
  return (
    crypto.subtle ??
    fail("runtime_error", "This page has no WebCrypto.", "crypto_missing", {
      remedy: "Serve the page over https.",
    })
  );
}

/** Returns the SHA-256 hash of a text, or the first bytes of the hash, in base64url. */
export async function hashText(
  place: CryptoPlace,
  text: string,
  byteLength?: number,
): Promise<string> {
  const digest = await requireSubtle(place).digest("SHA-256", new TextEncoder().encode(text));
  return encodeBase64url(new Uint8Array(digest, 0, byteLength));
}

/** Returns 256 random bits in base64url: 43 characters, the least length of a PKCE verifier. */
export function createRandomText({ crypto }: CryptoPlace): string {
  const bytes = new Uint8Array(32);
  crypto.getRandomValues(bytes);
  return encodeBase64url(bytes);
}
