import { exportJWK, generateKeyPair, type JWK } from "jose";
import { encodeBase64Url, hashSha256 } from "./encoding.ts";

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

/** The tenant's RS256 key. */
export interface TenantKeys {
  kid: string;
  privateKey: SigningKey;
  publicKey: SigningKey;
  /** The public half as the JWKS document serves it (RFC 7517). */
  publicJwk: JWK;
  /** A private key that no document serves: what the planted fault `wrong-key` signs with. */
  getStrayKey(): Promise<SigningKey>;
}

/** Makes one RSA key of 2048 bits; its kid is derived from the key itself. */
export async function createTenantKeys(): Promise<TenantKeys> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = await exportJWK(publicKey);
  const kid = encodeBase64Url(await hashSha256(jwk.n ?? "")).slice(0, 21);
  let stray: Promise<SigningKey> | undefined;
  return {
    kid,
    privateKey,
    publicKey,
    publicJwk: { ...jwk, kid, use: "sig", alg: "RS256" },
    getStrayKey() {
      stray ??= generateKeyPair("RS256").then((pair) => pair.privateKey);
      return stray;
    },
  };
}
