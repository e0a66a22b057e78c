import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { encodeBase64Url, hashSha256 } from "./encoding.ts";

type RsaKey = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

/** An RS256 key pair of the tenant. */
export interface TenantKeyPair {
  kid: string;
  privateKey: RsaKey;
  publicKey: RsaKey;
  /** The public key, as the JWKS document contains it (RFC 7517). */
  publicJwk: JWK;
  /** The private key, for the data file. */
  privateJwk: JWK;
  /** Returns a private key outside the JWKS, for the planted fault `wrong-key`. */
  getUnpublishedKey(): Promise<RsaKey>;
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
    importRsaKey(privateJwk),
    importRsaKey({ kty, n, e }),
  ]);
  let unpublishedKey: Promise<RsaKey> | undefined;
  return {
    kid,
    privateKey,
    publicKey,
    publicJwk: { kty, n, e, kid, use: "sig", alg: "RS256" },
    privateJwk,
    getUnpublishedKey() {
      unpublishedKey ??= generateKeyPair("RS256").then((pair) => pair.privateKey);
      return unpublishedKey;
    },
  };
}

async function importRsaKey(jwk: JWK): Promise<RsaKey> {
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
  findPublicKey(kid: string | undefined): Promise<RsaKey>;
  /** Creates a new signing key. The previous one stays in the JWKS; older ones are removed. */
  rotate(): Promise<TenantKeyPair>;
  /** Returns the keys that exist so far as private JWKs, the signing key first. */
  save(): JWK[];
}

/** Creates a key ring with a signing key and, if there is one, the previous key. */
export function createKeyRing(
  signingKey: Promise<TenantKeyPair>,
  previousKeys: readonly Promise<TenantKeyPair>[] = [],
): KeyRing {
  const created = new Map<Promise<TenantKeyPair>, JWK>();
  const keep = (key: Promise<TenantKeyPair>): Promise<TenantKeyPair> => {
    const kept = key.then((pair) => {
      created.set(kept, pair.privateJwk);
      return pair;
    });
    // The first use of the key reports the failure.
    kept.catch(() => undefined);
    return kept;
  };
  let ring: readonly [Promise<TenantKeyPair>, ...Promise<TenantKeyPair>[]] = [
    keep(signingKey),
    ...previousKeys.slice(0, 1).map(keep),
  ];
  const list = async (): Promise<readonly TenantKeyPair[]> => await Promise.all(ring);
  return {
    list,
    save: () => ring.flatMap((key) => created.get(key) ?? []),
    current: async () => await ring[0],
    async findPublicKey(kid) {
      const keys = await list();
      const key = keys.find((each) => each.kid === kid) ?? (await ring[0]);
      return key.publicKey;
    },
    async rotate() {
      const next = keep(createTenantKeyPair());
      ring = [next, ring[0]];
      return await next;
    },
  };
}
