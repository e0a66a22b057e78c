import type { FetchPort } from "../../auth/index.ts";
import { readText } from "../../encoding/json.ts";
import { readHeaderObject } from "../../tokens/kinds/read-header-object.ts";
import type { JsonWebKey, JsonWebKeySet } from "../../tokens/read-key-set.ts";

/** 2048 bits in base64url, the minimum for RS256 (RFC 7518, section 3.3). */
const minModulus = 342;

/** Returns true for a key that version 10 uses: it verifies RS256 only, and skips other keys. */
export function isLibraryKey({ kty, alg = "RS256", use = "sig", n }: JsonWebKey): boolean {
  return (
    kty === "RSA" && alg === "RS256" && use === "sig" && (readText(n)?.length ?? 0) >= minModulus
  );
}

/**
 * Returns a port that answers each request with pasted keys, so a check sends nothing. A key
 * without `kid`, such as a PEM, can be the key of any token: it gets the `kid` of the checked one.
 * A secret is left out, because a tenant never publishes one.
 */
export function servePastedKeys({ keys }: JsonWebKeySet, token: string): FetchPort {
  const kid = readHeaderObject(token.trim().split(".")[0] ?? "")?.["kid"];
  const served = keys.filter(({ kty }) => kty !== "oct").map((key) => ({ kid, ...key }));
  const text = JSON.stringify({ keys: served });
  return () => ({ ok: true, status: 200, text: async () => text });
}
