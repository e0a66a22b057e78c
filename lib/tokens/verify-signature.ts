import { errors, flattenedVerify, importJWK } from "jose";
import * as z from "zod/mini";
import type { DecodedToken } from "./decode-token.ts";
import { encodeBase64Url } from "../encoding/base64url.ts";
import { readText, type JsonObject } from "../encoding/json.ts";
import type { KeySetReading } from "./key-set.ts";
import { findAlgorithm, findUnsupportedCurve, isKeyFor } from "./keys/signature-algorithms.ts";
import {
  describePastedKeys,
  describeTenantKeys,
  quote,
  type SourceTexts,
} from "./keys/source-texts.ts";
import { readBase64Url } from "./read-base64url.ts";
import type { JsonWebKey, JsonWebKeySet } from "./read-key-set.ts";

const shared = {
  message: z.string(),
  /** Present if pasted keys were used in place of the tenant's. */
  keys: z.exactOptional(z.literal("pasted")),
};

/** The outcome of a signature check, with a message for the user. */
export const verificationOutcomeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("verified"),
    kid: z.nullable(z.string()),
    alg: z.string(),
    /** The length of a secret that is shorter than the hash (RFC 7518, section 3.2). */
    weakSecret: z.exactOptional(z.object({ bits: z.number(), minimum: z.number() })),
    ...shared,
  }),
  z.object({
    kind: z.literal("wrong-signature"),
    kid: z.nullable(z.string()),
    alg: z.string(),
    ...shared,
  }),
  z.object({
    /** The signature is valid, but its key is declared for another algorithm. */
    kind: z.literal("other-algorithm"),
    kid: z.nullable(z.string()),
    alg: z.string(),
    declared: z.string(),
    ...shared,
  }),
  z.object({
    kind: z.literal("unknown-key"),
    kid: z.nullable(z.string()),
    knownKids: z.array(z.string()),
    ...shared,
  }),
  z.object({ kind: z.literal("unsigned"), ...shared }),
  z.object({
    kind: z.literal("unsupported-algorithm"),
    alg: z.nullable(z.string()),
    ...shared,
  }),
  z.object({ kind: z.literal("unsupported-header"), parameter: z.string(), ...shared }),
  z.object({ kind: z.literal("keys-unavailable"), ...shared }),
]);
export type VerificationOutcome = z.infer<typeof verificationOutcomeSchema>;

/** The keys of an issuer, or a function that reads them, such as a bound `KeySets.read`. */
export type TenantKeys = { issuer: string } & (
  | { jwks: JsonWebKeySet }
  | { fetchKeys: (options?: { refresh?: boolean }) => Promise<KeySetReading> }
);

/** Keys that the user pasted. They are of no known issuer, and can contain a shared secret. */
export interface PastedKeys {
  issuer?: never;
  pasted: JsonWebKeySet;
}

export type KeySource = TenantKeys | PastedKeys;

/** A token, with its content if its compact form leaves it out (RFC 7515, appendix F). */
export interface SignedToken extends DecodedToken {
  readonly detached?: Uint8Array | undefined;
}

/**
 * Verifies the signature with the keys of the selected issuer, or with pasted keys (RFC 7515,
 * section 5.2). Ignores keys and URLs in the token. If cached keys do not verify the token, fetches
 * the keys once more.
 */
export async function verifySignature(
  token: SignedToken,
  source: KeySource,
): Promise<VerificationOutcome> {
  if ("pasted" in source) {
    const outcome =
      refuseByHeader(token, { canUseSecret: true }) ?? (await verifyWithPasted(token, source));
    return { ...outcome, keys: "pasted" };
  }
  const refusal = refuseByHeader(token, { canUseSecret: false });
  if (refusal !== undefined) return refusal;
  const texts = describeTenantKeys(source.issuer);
  if ("jwks" in source) return verifyWithKeys(token, findByKid(token, source.jwks), texts);

  const reading = await source.fetchKeys();
  if (!reading.ok) return { kind: "keys-unavailable", message: reading.why };
  const outcome = await verifyWithKeys(token, findByKid(token, reading.jwks), texts);
  const mayBeStale = outcome.kind === "unknown-key" || outcome.kind === "wrong-signature";
  if (!mayBeStale || !reading.isCached) return outcome;
  const again = await source.fetchKeys({ refresh: true });
  if (!again.ok) return { kind: "keys-unavailable", message: again.why };
  return verifyWithKeys(token, findByKid(token, again.jwks), texts);
}

/** Returns the outcome of an earlier verification, of a token whose signature was removed since. */
export function restoreOutcome(
  { header }: DecodedToken,
  { issuer, kind }: { issuer: string; kind: string | undefined },
): VerificationOutcome | undefined {
  const kid = readText(header["kid"]) ?? null;
  const alg = readText(header["alg"]) ?? "";
  const texts = describeTenantKeys(issuer);
  if (kind === "verified") return { kind, kid, alg, message: texts.verified(kid) };
  if (kind === "wrong-signature") return { kind, kid, alg, message: texts.wrong() };
  if (kind === "keys-unavailable") return { kind, message: texts.unusable() };
  return kind === "unknown-key"
    ? { kind, kid, knownKids: [], message: texts.unknown(kid, alg) }
    : undefined;
}

function refuseByHeader(
  { header, signature, detached }: SignedToken,
  { canUseSecret }: { canUseSecret: boolean },
): VerificationOutcome | undefined {
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
  const algorithm = findAlgorithm(alg);
  // A tenant publishes no secret, so "oct" in its key set must not verify a token.
  if (algorithm?.kty === "oct" && !canUseSecret) {
    const message =
      `Verifying ${alg} requires the application's client secret, which a browser cannot protect. ` +
      "Set the application's JSON Web Token signature algorithm to RS256. To check the signature once, paste the secret under Keys.";
    return { kind: "unsupported-algorithm", alg, message };
  }
  if (algorithm === undefined) {
    const curve = findUnsupportedCurve(alg);
    const message =
      curve === undefined
        ? `The algorithm ${quote(alg)} is not supported here. Tenants sign with RS256.`
        : `Browsers do not support ${alg} (curve ${curve}). Verify this token at its recipient.`;
    return { kind: "unsupported-algorithm", alg, message };
  }
  // RFC 7515, section 4.1.11: refuse critical parameters that are not understood.
  // RFC 7797, section 7: b64 is not allowed in a JWT.
  const isForbidden = detached === undefined || !hasOnlyEncoding(header);
  const parameter = "crit" in header ? "crit" : header["b64"] === undefined ? undefined : "b64";
  if (isForbidden && parameter !== undefined) {
    const message = `The header contains ${parameter}. This extension changes how the signature is verified, and is not supported here.`;
    return { kind: "unsupported-header", parameter, message };
  }
  if (!signature.isPresent || signature.problem !== undefined) {
    const kid = readText(header["kid"]) ?? null;
    const state = signature.isPresent ? "damaged" : "empty";
    const message = `The token declares the algorithm ${alg}, but its signature is ${state}. Copy the complete token.`;
    return { kind: "wrong-signature", kid, alg, message };
  }
  return undefined;
}

/**
 * Returns true for a header whose only critical parameter is the encoding of the payload (RFC 7797,
 * section 6).
 */
export function hasOnlyEncoding({ crit, b64 }: JsonObject): boolean {
  return Array.isArray(crit) && crit.length === 1 && crit[0] === "b64" && typeof b64 === "boolean";
}

// Each suitable key is tried for a token without kid. The limit bounds the time, and is that of a
// key set: a pasted key that was not tried must not count as wrong.
const maxCandidates = 100;

interface Candidates {
  /** The keys with the kid of the token, if it has one. */
  named: readonly JsonWebKey[];
  /** All keys of the source. */
  all: readonly JsonWebKey[];
}

function findByKid({ header }: DecodedToken, { keys }: JsonWebKeySet): Candidates {
  const kid = readText(header["kid"]) ?? null;
  return { named: keys.filter((key) => kid === null || key.kid === kid), all: keys };
}

/** Verifies with pasted keys. One without kid, such as a PEM, can be the key of any token. */
function verifyWithPasted(
  token: SignedToken,
  { pasted }: PastedKeys,
): Promise<VerificationOutcome> {
  const texts = describePastedKeys(readText(token.header["alg"]) ?? "", pasted.keys);
  const { named, all } = findByKid(token, pasted);
  const nameless = all.filter((key) => key.kid === undefined && !named.includes(key));
  return verifyWithKeys(token, { named: [...named, ...nameless], all }, texts);
}

async function verifyWithKeys(
  token: SignedToken,
  { named, all }: Candidates,
  texts: SourceTexts,
): Promise<VerificationOutcome> {
  const alg = readText(token.header["alg"]) ?? "";
  const kid = readText(token.header["kid"]) ?? null;
  const suitable = named.filter((key) => isKeyFor(key, alg)).slice(0, maxCandidates);
  if (suitable.length === 0) {
    const other = await verifyWithOtherAlgorithm(token, named, texts);
    if (other !== undefined) return other;
    if (kid !== null && named.some((key) => key.kid === kid)) {
      return { kind: "wrong-signature", kid, alg, message: texts.otherAlgorithm(kid, alg) };
    }
    const knownKids = all.flatMap((key) => (key.kid === undefined ? [] : [key.kid]));
    return { kind: "unknown-key", kid, knownKids, message: texts.unknown(kid, alg) };
  }

  let usable = 0;
  for (const key of suitable) {
    const result = await tryKey(token, key, alg);
    if (result === "verified") {
      const signer = key.kid ?? null;
      const weakSecret = measureWeakSecret(key, alg);
      const facts = weakSecret === undefined ? {} : { weakSecret };
      return { kind: "verified", kid: signer, alg, message: texts.verified(signer), ...facts };
    }
    if (result === "wrong") usable += 1;
  }
  if (usable === 0) return { kind: "keys-unavailable", message: texts.unusable() };
  return { kind: "wrong-signature", kid, alg, message: texts.wrong() };
}

/**
 * Verifies with keys that are declared for another algorithm (RFC 7517, section 4.4). They are of
 * the type that the token's algorithm needs: a public key is never used as a secret.
 */
async function verifyWithOtherAlgorithm(
  token: SignedToken,
  named: Candidates["named"],
  texts: SourceTexts,
): Promise<VerificationOutcome | undefined> {
  const alg = readText(token.header["alg"]) ?? "";
  const candidates = named.filter(({ alg: _declared, ...key }) => isKeyFor(key, alg));
  for (const key of candidates.slice(0, maxCandidates)) {
    const { alg: declared, ...open } = key;
    if (declared === undefined || (await tryKey(token, open, alg)) !== "verified") continue;
    const kid = key.kid ?? null;
    const message = texts.declaredOtherwise(kid, declared, alg);
    return { kind: "other-algorithm", kid, alg, declared, message };
  }
  return undefined;
}

/** Compares a secret with the length of the hash (RFC 7518, section 3.2). */
function measureWeakSecret(key: JsonWebKey, alg: string) {
  const minimum = findAlgorithm(alg)?.secretBits;
  const reading = readBase64Url(readText(key["k"]) ?? "");
  if (minimum === undefined || !reading.ok) return undefined;
  const bits = reading.bytes.length * 8;
  return bits < minimum ? { bits, minimum } : undefined;
}

async function tryKey(
  token: SignedToken,
  key: JsonWebKey,
  alg: string,
): Promise<"verified" | "wrong" | "unusable"> {
  try {
    const { header, signature } = token.parts;
    const jws = { protected: header, payload: readSignedPayload(token), signature };
    await flattenedVerify(jws, await importOnce(key, alg), { algorithms: [alg] });
    return "verified";
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? "wrong" : "unusable";
  }
}

/** Returns the payload in the form that was signed (RFC 7797, section 3). */
function readSignedPayload({ header, parts, detached }: SignedToken): string | Uint8Array {
  if (detached === undefined) return parts.payload;
  return header["b64"] === false ? detached : encodeBase64Url(detached);
}

/** The imported keys of each set that is still in use: a capture can have hundreds of tokens. */
const imported = new WeakMap<JsonWebKey, Map<string, ReturnType<typeof importJWK>>>();

function importOnce(key: JsonWebKey, alg: string): ReturnType<typeof importJWK> {
  const byAlgorithm = imported.get(key) ?? new Map<string, ReturnType<typeof importJWK>>();
  imported.set(key, byAlgorithm);
  const known = byAlgorithm.get(alg) ?? importJWK(key, alg);
  byAlgorithm.set(alg, known);
  return known;
}
