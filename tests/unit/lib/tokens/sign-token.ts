import { CompactSign, exportJWK, generateKeyPair, type CryptoKey } from "jose";
import type { JsonWebKeySet } from "../../../../lib/tokens/read-key-set.ts";

export interface Signer {
  jwks: JsonWebKeySet;
  sign(payload: object, header?: object): Promise<string>;
}

/** Signs tokens with a new key pair, and publishes its public key. */
export async function createSigner(kid = "key-1", alg = "RS256"): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const jwk = await exportJWK(publicKey);
  const { kty = "" } = jwk;
  const jwks = { keys: [{ ...stripUndefined(jwk), kty, kid, alg, use: "sig" }] };
  return { jwks, sign: (payload, header = { kid }) => signWith(privateKey, alg, payload, header) };
}

async function signWith(key: CryptoKey, alg: string, payload: object, header: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return new CompactSign(bytes).setProtectedHeader({ alg, ...header }).sign(key);
}

function stripUndefined(jwk: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(jwk).filter(([, value]) => value !== undefined));
}

/** Writes a token with an invalid signature, for tests that read no keys. */
export function writeToken(header: object, payload: object, signature = "c2lnbmF0dXJl"): string {
  return `${encode(JSON.stringify(header))}.${encode(JSON.stringify(payload))}.${signature}`;
}

export function encode(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}
