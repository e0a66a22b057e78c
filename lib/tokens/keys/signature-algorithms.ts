interface SignatureAlgorithm {
  kty: "RSA" | "EC" | "OKP" | "oct";
  crv?: string;
  /** The minimum length of the secret in bits: that of the hash (RFC 7518, section 3.2). */
  secretBits?: number;
}

/** The algorithms that can be verified (RFC 7518, section 3.1; RFC 8037; RFC 9864). */
const algorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ["RS256", { kty: "RSA" }],
  ["RS384", { kty: "RSA" }],
  ["RS512", { kty: "RSA" }],
  ["PS256", { kty: "RSA" }],
  ["PS384", { kty: "RSA" }],
  ["PS512", { kty: "RSA" }],
  ["ES256", { kty: "EC", crv: "P-256" }],
  ["ES384", { kty: "EC", crv: "P-384" }],
  ["ES512", { kty: "EC", crv: "P-521" }],
  ["EdDSA", { kty: "OKP", crv: "Ed25519" }],
  ["Ed25519", { kty: "OKP", crv: "Ed25519" }],
  ["HS256", { kty: "oct", secretBits: 256 }],
  ["HS384", { kty: "oct", secretBits: 384 }],
  ["HS512", { kty: "oct", secretBits: 512 }],
]);

/** Curves for signatures that the Web Cryptography API does not have (RFC 8812; RFC 8037). */
const unsupportedCurves: ReadonlyMap<string, string> = new Map([
  ["ES256K", "secp256k1"],
  ["Ed448", "Ed448"],
]);

/** Returns what a key for an algorithm must be; undefined if no key can verify it here. */
export function findAlgorithm(alg: string): SignatureAlgorithm | undefined {
  return algorithms.get(alg);
}

/** Returns the curve of an algorithm that browsers do not support, if that is the reason. */
export function findUnsupportedCurve(alg: string): string | undefined {
  return unsupportedCurves.get(alg);
}

/** Returns true for a curve of `kty` EC or OKP on which a browser can verify signatures. */
export function isSupportedCurve(kty: string, crv: unknown): boolean {
  return [...algorithms.values()].some((known) => known.kty === kty && known.crv === crv);
}

/** Returns true if a key may verify an algorithm (RFC 7517, sections 4.1, 4.2 and 4.4). */
export function isKeyFor(
  key: { kty: string; alg?: string; use?: string; crv?: unknown },
  alg: string,
): boolean {
  const wanted = algorithms.get(alg);
  if (wanted === undefined || key.kty !== wanted.kty) return false;
  if (wanted.crv !== undefined && key.crv !== wanted.crv) return false;
  return (key.use === undefined || key.use === "sig") && (key.alg === undefined || key.alg === alg);
}
