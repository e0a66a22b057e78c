import { compactVerify, errors, importJWK } from "jose";
import * as z from "zod/mini";
import type { DecodedToken } from "./decode-token.ts";
import { readText } from "../encoding/json.ts";
import type { KeySetReading } from "./key-set.ts";
import type { JsonWebKey, JsonWebKeySet } from "./read-key-set.ts";
import { showHidden } from "../encoding/show-hidden.ts";

/** The outcome of a signature check, with a message for the user. */
export const verificationOutcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("verified"),
    kid: z.nullable(z.string()),
    alg: z.string(),
    message: z.string(),
  }),
  z.object({
    kind: z.literal("wrong-signature"),
    kid: z.nullable(z.string()),
    alg: z.string(),
    message: z.string(),
  }),
  z.object({
    kind: z.literal("unknown-key"),
    kid: z.nullable(z.string()),
    knownKids: z.array(z.string()),
    message: z.string(),
  }),
  z.object({ kind: z.literal("unsigned"), message: z.string() }),
  z.object({
    kind: z.literal("unsupported-algorithm"),
    alg: z.nullable(z.string()),
    message: z.string(),
  }),
  z.object({ kind: z.literal("unsupported-header"), parameter: z.string(), message: z.string() }),
  z.object({ kind: z.literal("keys-unavailable"), message: z.string() }),
]);
export type VerificationOutcome = z.infer<typeof verificationOutcomeSchema>;

/** The keys of an issuer, or a function that reads them, such as a bound `KeySets.read`. */
export type KeySource = { issuer: string } & (
  | { jwks: JsonWebKeySet }
  | { fetchKeys: (options?: { refresh?: boolean }) => Promise<KeySetReading> }
);

/** The key types of the asymmetric algorithms (RFC 7518, section 3.1; RFC 8037; RFC 9864). */
const keyTypes: ReadonlyMap<string, string> = new Map([
  ["RS256", "RSA"],
  ["RS384", "RSA"],
  ["RS512", "RSA"],
  ["PS256", "RSA"],
  ["PS384", "RSA"],
  ["PS512", "RSA"],
  ["ES256", "EC"],
  ["ES384", "EC"],
  ["ES512", "EC"],
  ["EdDSA", "OKP"],
  ["Ed25519", "OKP"],
]);

// Each suitable key is tried for a token without kid. The limit bounds the time.
const maxCandidates = 16;

/**
 * Verifies the signature with the keys of the selected issuer (RFC 7515, section 5.2). Ignores keys
 * and URLs in the token. If cached keys do not verify the token, fetches the keys once more.
 */
export async function verifySignature(
  token: DecodedToken,
  source: KeySource,
): Promise<VerificationOutcome> {
  const refusal = refuseByHeader(token);
  if (refusal !== undefined) return refusal;
  if ("jwks" in source) return verifyWithKeys(token, source.jwks, source.issuer);

  const reading = await source.fetchKeys();
  if (!reading.ok) return { kind: "keys-unavailable", message: reading.why };
  const outcome = await verifyWithKeys(token, reading.jwks, source.issuer);
  const mayBeStale = outcome.kind === "unknown-key" || outcome.kind === "wrong-signature";
  if (!mayBeStale || !reading.isCached) return outcome;
  const again = await source.fetchKeys({ refresh: true });
  if (!again.ok) return { kind: "keys-unavailable", message: again.why };
  return verifyWithKeys(token, again.jwks, source.issuer);
}

function refuseByHeader({ header, signature }: DecodedToken): VerificationOutcome | undefined {
  const alg = readText(header["alg"]) ?? null;
  if (alg === null) {
    const message = "The header names no algorithm (alg), so the signature cannot be verified.";
    return { kind: "unsupported-algorithm", alg, message };
  }
  if (alg.toLowerCase() === "none") {
    const message =
      "The token is unsigned (alg none), so anyone could have created it. Do not accept it.";
    return { kind: "unsigned", message };
  }
  if (/^HS\d+$/u.test(alg)) {
    const message =
      `Verifying ${alg} requires the application's client secret, which a browser cannot protect. ` +
      "Set the application's JSON Web Token signature algorithm to RS256.";
    return { kind: "unsupported-algorithm", alg, message };
  }
  if (!keyTypes.has(alg)) {
    const message = `The algorithm ${quote(alg)} is not supported here. Tenants sign with RS256.`;
    return { kind: "unsupported-algorithm", alg, message };
  }
  // RFC 7515, section 4.1.11: refuse critical parameters that are not understood.
  // RFC 7797, section 7: b64 is not allowed in a JWT.
  const parameter = "crit" in header ? "crit" : header["b64"] === undefined ? undefined : "b64";
  if (parameter !== undefined) {
    const message = `The header contains ${parameter}. This extension changes how the signature is verified, and is not supported here.`;
    return { kind: "unsupported-header", parameter, message };
  }
  if (!signature.isPresent) {
    const kid = readText(header["kid"]) ?? null;
    const message = `The token declares the algorithm ${alg}, but its signature is empty. Copy the complete token.`;
    return { kind: "wrong-signature", kid, alg, message };
  }
  return undefined;
}

async function verifyWithKeys(
  token: DecodedToken,
  jwks: JsonWebKeySet,
  issuer: string,
): Promise<VerificationOutcome> {
  const alg = readText(token.header["alg"]) ?? "";
  const kid = readText(token.header["kid"]) ?? null;
  const named = jwks.keys.filter((key) => kid === null || key.kid === kid);
  const candidates = named.filter((key) => isSuitable(key, alg)).slice(0, maxCandidates);
  if (candidates.length === 0) return refuseKey({ named, jwks, kid, alg, issuer });

  let usable = 0;
  for (const key of candidates) {
    const result = await tryKey(token.compact, key, alg);
    if (result === "verified") {
      const signer = key.kid ?? kid;
      const message = `Signed by ${issuer}${signer === null ? "" : ` with key ${quote(signer)}`}.`;
      return { kind: "verified", kid: signer, alg, message };
    }
    if (result === "wrong") usable += 1;
  }
  if (usable === 0) {
    const message = `${issuer} publishes a key for this token, but the key is not usable. Check the tenant's signing keys.`;
    return { kind: "keys-unavailable", message };
  }
  const message =
    `The signature does not match the keys of ${issuer}: the token was changed after it was signed, or another tenant issued it. ` +
    "Copy the complete token, and check the selected tenant.";
  return { kind: "wrong-signature", kid, alg, message };
}

function refuseKey(facts: {
  named: JsonWebKey[];
  jwks: JsonWebKeySet;
  kid: string | null;
  alg: string;
  issuer: string;
}): VerificationOutcome {
  const { named, jwks, kid, alg, issuer } = facts;
  if (kid !== null && named.length > 0) {
    const message = `${issuer} has the key ${quote(kid)}, but not for ${alg}: the algorithm in the header does not match that key.`;
    return { kind: "wrong-signature", kid, alg, message };
  }
  const knownKids = jwks.keys.flatMap((key) => (key.kid === undefined ? [] : [key.kid]));
  const wanted = kid === null ? `a key for ${alg}` : `the key ${quote(kid)}`;
  const message =
    `${issuer} does not publish ${wanted}. Another tenant issued this token, or the key was rotated. ` +
    "Check the selected tenant, or log in again for a token with a current key.";
  return { kind: "unknown-key", kid, knownKids, message };
}

function isSuitable(key: JsonWebKey, alg: string): boolean {
  const isForSigning = key.use === undefined || key.use === "sig";
  return (
    key.kty === keyTypes.get(alg) && isForSigning && (key.alg === undefined || key.alg === alg)
  );
}

async function tryKey(
  compact: string,
  key: JsonWebKey,
  alg: string,
): Promise<"verified" | "wrong" | "unusable"> {
  try {
    await compactVerify(compact, await importJWK(key, alg), { algorithms: [alg] });
    return "verified";
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? "wrong" : "unusable";
  }
}

function quote(text: string): string {
  return showHidden(JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text));
}
