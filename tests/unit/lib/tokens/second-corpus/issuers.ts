import {
  CompactSign,
  calculateJwkThumbprint,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type CompactJWSHeaderParameters,
  type CryptoKey,
  type JWK,
} from "jose";

/** The time of each inspection. */
export const now = Date.UTC(2026, 10, 22, 12);
/** The same time as in a token. */
export const nowInSeconds = now / 1000;

export interface SigningKey {
  alg: string;
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** The public key as an issuer publishes it. */
  published: JWK & { kty: string };
  thumbprint: string;
}

async function createKey(alg: string, kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const { kty = "", ...members } = await exportJWK(publicKey);
  const published = { kty, ...members, alg, kid, use: "sig" };
  const thumbprint = await calculateJwkThumbprint(published);
  return { alg, kid, privateKey, publicKey, published, thumbprint };
}

/** Creates the keys of all issuers and clients in the corpus. */
export async function createIssuers() {
  return {
    tenant: await createKey("RS256", "NjVBRjY5MDlCMUIwNzU4RTA2QzZFMDQ4"),
    tenantPss: await createKey("PS256", "tenant-pss-2026"),
    tenantEc: await createKey("ES256", "tenant-ec-2026"),
    staging: await createKey("RS256", "QkY2MDlCMUIwNzU4RTA2QzZFMDQ4NjVB"),
    entra: await createKey("RS256", "nOo3ZDrODXEK1jKWhXslHR_KXEg"),
    okta: await createKey("RS256", "okta-after-the-rotation"),
    oktaOld: await createKey("RS256", "okta-before-the-rotation"),
    cognito: await createKey("RS256", "1aBcDeFgHiJkLmNoPqRsTuVwXyZ="),
    keycloak: await createKey("ES256", "FJ86GcF3jTbNLOco4NvZkUCIUmfYCqoq"),
    ping: await createKey("ES384", "ping-default"),
    pingPss: await createKey("PS256", "ping-pss"),
    homeMade: await createKey("EdDSA", "2026-10"),
    client: await createKey("ES256", "client"),
    clientEd: await createKey("EdDSA", "client-ed"),
  };
}

export type Issuers = Awaited<ReturnType<typeof createIssuers>>;

export const tenantIssuer = "https://tenant.example/";

/** Returns the key set of the selected tenant. */
export function tenantKeySet(issuers: Issuers) {
  return {
    keys: [issuers.tenant, issuers.tenantPss, issuers.tenantEc].map((key) => key.published),
  };
}

/** Returns the text of a key set, as a user copies it from the issuer's `jwks_uri`. */
export function keySetText(...keys: SigningKey[]): string {
  return JSON.stringify({ keys: keys.map((key) => key.published) }, null, 2);
}

type Header = Partial<CompactJWSHeaderParameters> & Record<string, unknown>;

/** Signs claims, or the text of claims, with a key, whose alg and kid are in the header. */
export async function sign(
  key: SigningKey,
  claims: object | string,
  header: Header = { typ: "JWT" },
): Promise<string> {
  const { alg, kid } = key;
  return signBytes(claims, { alg, kid, ...header }, key.privateKey);
}

/** Signs claims with a shared secret, or with any text that an attacker uses as one. */
export async function signWithSecret(
  secret: string,
  claims: object,
  header: Header = { typ: "JWT" },
): Promise<string> {
  const protectedHeader = { alg: "HS256", ...header };
  return signBytes(claims, protectedHeader, new TextEncoder().encode(secret));
}

/** Signs a DPoP proof: the key itself is in the header (RFC 9449, section 4.2). */
export async function signProof(key: SigningKey, claims: object, jwk: JWK): Promise<string> {
  return signBytes(claims, { typ: "dpop+jwt", alg: key.alg, jwk }, key.privateKey);
}

function signBytes(
  claims: object | string,
  header: CompactJWSHeaderParameters,
  key: CryptoKey | Uint8Array,
): Promise<string> {
  const text = typeof claims === "string" ? claims : JSON.stringify(claims);
  const crit = Object.fromEntries((header.crit ?? []).map((name) => [name, true]));
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader(header)
    .sign(key, { crit });
}

/** Encodes a part of a token. */
export function encodePart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Returns the key as a PEM text. */
export function pemOf(key: SigningKey): Promise<string> {
  return exportSPKI(key.publicKey);
}

/** Returns the members of the public key without those that only a key set has. */
export function bareJwk(key: SigningKey): JWK {
  const { alg: _alg, kid: _kid, use: _use, ...members } = key.published;
  return members;
}
