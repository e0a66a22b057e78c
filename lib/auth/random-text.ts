import { encodeBase64url } from "./base64url.ts";
import type { CryptoPort } from "./ports.ts";

/** 192 random bits as 32 characters: a state, a nonce. */
export function createRandomText(crypto: CryptoPort): string {
  const bytes = new Uint8Array(24);
  crypto.getRandomValues(bytes);
  return encodeBase64url(bytes);
}
