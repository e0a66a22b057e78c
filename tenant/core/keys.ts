import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { encodeBase64Url, hashSha256 } from "./encoding.ts";

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

/** The tenant's RS256 key. */
export interface TenantKeys {
  kid: string;
  privateKey: SigningKey;
  publicKey: SigningKey;
  /** The public half as the JWKS document serves it (RFC 7517). */
  publicJwk: JWK;
  /** The whole key, for the tenant's data file. */
  privateJwk: JWK;
  /** A private key that no document serves: what the planted fault `wrong-key` signs with. */
  getStrayKey(): Promise<SigningKey>;
}

/** Makes one RSA key of 2048 bits; its kid is derived from the key itself. */
export async function createTenantKeys(): Promise<TenantKeys> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return await importTenantKeys(await exportJWK(privateKey));
}

/** The key that a private JWK (RFC 7517) holds, as another tenant has exported it. */
export async function importTenantKeys(privateJwk: JWK): Promise<TenantKeys> {
  const { kty = "RSA", n = "", e = "" } = privateJwk;
  const kid = encodeBase64Url(await hashSha256(n)).slice(0, 21);
  const [privateKey, publicKey] = await Promise.all([
    importSigningKey(privateJwk),
    importSigningKey({ kty, n, e }),
  ]);
  let stray: Promise<SigningKey> | undefined;
  return {
    kid,
    privateKey,
    publicKey,
    publicJwk: { kty, n, e, kid, use: "sig", alg: "RS256" },
    privateJwk,
    getStrayKey() {
      stray ??= generateKeyPair("RS256").then((pair) => pair.privateKey);
      return stray;
    },
  };
}

async function importSigningKey(jwk: JWK): Promise<SigningKey> {
  const key = await importJWK(jwk, "RS256");
  if (key instanceof Uint8Array) throw new TypeError("A signing key is an RSA key.");
  return key;
}

/** The tenant's keys over time: the newest signs, older ones still verify. */
export interface KeyRing {
  /** The key that signs. */
  current(): Promise<TenantKeys>;
  /** Keys of the JWKS document, the one that signs first. */
  list(): Promise<readonly TenantKeys[]>;
  /** The public key with this id; the newest one when there is none, so that a check can fail. */
  findPublicKey(kid: string | undefined): Promise<SigningKey>;
  /** Signs with a new key from now on. The one before stays in the document, those before it go. */
  rotate(): Promise<TenantKeys>;
  /** The keys that are there by now, as private JWKs, the one that signs first. */
  save(): JWK[];
}

/** Starts with one key, and the one before it where there was one. */
export function createKeyRing(
  first: Promise<TenantKeys>,
  older: readonly Promise<TenantKeys>[] = [],
): KeyRing {
  let ring: readonly Promise<TenantKeys>[] = [first, ...older.slice(0, 1)];
  let saved: JWK[] = [];
  const list = async (): Promise<readonly TenantKeys[]> => {
    const keys = await Promise.all(ring);
    saved = keys.map((each) => each.privateJwk);
    return keys;
  };
  return {
    list,
    save: () => saved,
    current: async () => await (ring[0] ?? first),
    async findPublicKey(kid) {
      const keys = await list();
      const key = keys.find((each) => each.kid === kid) ?? keys[0] ?? (await first);
      return key.publicKey;
    },
    async rotate() {
      const next = createTenantKeys();
      ring = [next, ...ring.slice(0, 1)];
      await list();
      return await next;
    },
  };
}
