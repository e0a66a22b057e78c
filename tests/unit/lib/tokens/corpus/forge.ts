import {
  calculateJwkThumbprint,
  CompactEncrypt,
  CompactSign,
  exportJWK,
  generateKeyPair,
  type CryptoKey,
  type JWK,
} from "jose";
import type { JsonWebKey } from "../../../../../lib/tokens/read-key-set.ts";

export const now = Date.UTC(2026, 10, 21, 12);
export const seconds = now / 1000;
export const issuer = "https://tenant.example/";

/** A key pair; its kid is its algorithm. */
interface Pair {
  privateKey: CryptoKey;
  jwk: JWK;
}

/** Makes tokens with jose, with one key pair for each algorithm. */
export interface Forge {
  /** The tenant's key set. */
  jwks: { keys: JsonWebKey[] };
  sign(alg: string, payload: object | string, header?: object): Promise<string>;
  /** Signs a DPoP proof, by default with the tenant's ES256 key pair. */
  prove(payload?: object, header?: object, alg?: string): Promise<string>;
  encrypt(header: { alg: string; enc: string }): Promise<string>;
  /** The thumbprint of the key that signs proofs. */
  thumbprint: string;
  /** A key with a private member, which no proof may contain. */
  privateJwk: JWK;
}

const asymmetric = ["RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA"];
/** RSA key pairs serve the other algorithms of their family. */
const pairOf = (alg: string) => (/^[RP]S/u.test(alg) ? `${alg.slice(0, 2)}256` : alg);
const secret = new Uint8Array(64).fill(7);
const bytes = (value: object | string) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

/** Creates the key pairs, which takes a second. */
export async function createForge(): Promise<Forge> {
  const pairs = new Map<string, Pair>();
  for (const alg of asymmetric) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    pairs.set(alg, { privateKey, jwk: await exportJWK(publicKey) });
  }
  const find = (alg: string): Pair => {
    const pair = pairs.get(pairOf(alg));
    if (pair === undefined) throw new Error(`No key pair for ${alg}.`);
    return pair;
  };
  const keyOf = async (alg: string) =>
    alg.startsWith("HS") ? secret : reuse(find(alg).privateKey, alg);
  const sign: Forge["sign"] = async (alg, payload, header = {}) =>
    new CompactSign(bytes(payload))
      .setProtectedHeader({ alg, kid: pairOf(alg), ...header })
      .sign(await keyOf(alg));
  const proofJwk = find("ES256").jwk;
  return {
    jwks: { keys: [...pairs].map(([kid, { jwk }]) => ({ kty: "", ...definedOf(jwk), kid })) },
    sign,
    prove: (payload = {}, header = {}, alg = "ES256") =>
      sign(
        alg,
        { ...proof, ...payload },
        { typ: "dpop+jwt", jwk: proofJwk, kid: undefined, ...header },
      ),
    encrypt: async (header) =>
      new CompactEncrypt(bytes("claims"))
        .setProtectedHeader(header)
        .encrypt(header.alg === "dir" ? secret.slice(0, 32) : await encryptionKey()),
    thumbprint: await calculateJwkThumbprint(proofJwk),
    privateJwk: { kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" },
  };
}

/** The claims of a valid DPoP proof. */
const proof = { htm: "POST", htu: "https://tenant.example/oauth/token", iat: seconds, jti: "j1" };

/** Imports an RSA private key again for another algorithm of its family. */
async function reuse(key: CryptoKey, alg: string): Promise<CryptoKey> {
  const hash = `SHA-${alg.slice(2)}`;
  const name = alg.startsWith("RS") ? "RSASSA-PKCS1-v1_5" : "RSA-PSS";
  if (!/^[RP]S/u.test(alg)) return key;
  const jwk = await crypto.subtle.exportKey("jwk", key);
  const { alg: _, ...plain } = jwk;
  return crypto.subtle.importKey("jwk", plain, { name, hash }, true, ["sign"]);
}

async function encryptionKey(): Promise<CryptoKey> {
  return (await generateKeyPair("RSA-OAEP-256")).publicKey;
}

function definedOf(jwk: JWK): Record<string, unknown> {
  return Object.fromEntries(Object.entries(jwk).filter(([, value]) => value !== undefined));
}
