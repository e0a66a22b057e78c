import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { encodeBase64Url, hashSha256 } from "./encoding.ts";

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

/** An RS256 key pair of the tenant. */
export interface TenantKeyPair {
  kid: string;
  privateKey: SigningKey;
  publicKey: SigningKey;
  /** The public key, as the JWKS document contains it (RFC 7517). */
  publicJwk: JWK;
  /** The private key, for the data file. */
  privateJwk: JWK;
  /** Returns a private key outside the JWKS, for the planted fault `wrong-key`. */
  getStrayKey(): Promise<SigningKey>;
}

/** Creates an RSA key pair of 2048 bits; its kid is a hash of the public key. */
export async function createTenantKeyPair(): Promise<TenantKeyPair> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return await importTenantKeyPair(await exportJWK(privateKey));
}

/** Imports a private JWK (RFC 7517) from a data file. */
export async function importTenantKeyPair(privateJwk: JWK): Promise<TenantKeyPair> {
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
  if (key instanceof Uint8Array) throw new TypeError("Expected an RSA key, found a symmetric key.");
  return key;
}

/** The tenant's keys: the newest signs, the previous one still verifies. */
export interface KeyRing {
  /** Returns the signing key. */
  current(): Promise<TenantKeyPair>;
  /** Lists the keys of the JWKS document, the signing key first. */
  list(): Promise<readonly TenantKeyPair[]>;
  /**
   * Returns the public key with this ID. For an unknown ID, returns the newest key, so that the
   * verification fails.
   */
  findPublicKey(kid: string | undefined): Promise<SigningKey>;
  /** Creates a new signing key. The previous one stays in the JWKS; older ones are removed. */
  rotate(): Promise<TenantKeyPair>;
  /** Returns the keys that have been created, as private JWKs, the signing key first. */
  save(): JWK[];
}

/** Creates a key ring with a signing key and, if there is one, the previous key. */
export function createKeyRing(
  first: Promise<TenantKeyPair>,
  older: readonly Promise<TenantKeyPair>[] = [],
): KeyRing {
  let ring: readonly Promise<TenantKeyPair>[] = [first, ...older.slice(0, 1)];
  let saved: JWK[] = [];
  const list = async (): Promise<readonly TenantKeyPair[]> => {
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
      const next = createTenantKeyPair();
      ring = [next, ...ring.slice(0, 1)];
      await list();
      return await next;
    },
  };
}
