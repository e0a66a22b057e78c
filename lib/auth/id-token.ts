import { refuseToken, refuseValue } from "./auth-error.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import { decodeBinary, encodeBinary, toBytes } from "./base64url.ts";
import type { Context } from "./context.ts";
import { describeValue } from "./describe-value.ts";
import { checkClaims, type IdTokenPayload } from "./id-token-claims.ts";
import { toRecord } from "./records.ts";
import { hashText, requireSubtle } from "./web-crypto.ts";

/**
 * Verifies an ID token in this order: form, algorithm, key, signature, claims, hashes. The first
 * failed check decides.
 *
 * @param expected the parameters of the request
 * @param companions the other members of the response. Each must match its hash, if the token has
 *   one
 * @returns the payload, after every check has passed
 * @throws AuthError `invalid_token`
 * @see OpenID Connect Core 1.0, sections 3.1.3.7, 3.2.2.11 and 3.3.2.11
 */
export async function verifyIdToken(
  context: Context,
  expected: AuthorizeParameters,
  idToken: string,
  companions: Companions,
): Promise<IdTokenPayload> {
  const { header, payload, signed, signature } = decode(idToken);
  // Only RS256: the sender of a token must not choose the algorithm.
  if (header["alg"] !== "RS256") {
    refuseToken(
      "alg",
      `Signature algorithm of ${describeValue(header["alg"] ?? "")} is not supported. Expected the ID token to be signed with "RS256".`,
      "Set the application's signature algorithm to RS256.",
    );
  }
  // RFC 7515, section 4.1.11: an unknown critical extension makes the token invalid.
  if (header["crit"] !== undefined) {
    refuseValue(
      "crit",
      "The ID token requires an extension",
      "crit",
      describeValue(header["crit"]),
      "none",
      "Check the tenant: its ID tokens have no crit.",
    );
  }
  const keys = await context.keySet.find(header["kid"]);
  if (!(await hasValidSignature(context, keys, signature, signed))) {
    refuseToken(
      "signature",
      `The ID token was changed, or another key signed it: kid is ${describeValue(header["kid"])}.`,
      "Do not use it. Log in again.",
    );
  }
  checkClaims(context, expected, payload);
  await checkHash(context, payload, "at_hash", companions.accessToken);
  await checkHash(context, payload, "c_hash", companions.code);
  return payload;
}

/** The members of a response that an ID token can contain a hash of. */
export interface Companions {
  readonly accessToken?: string | null | undefined;
  readonly code?: string | undefined;
}

/** Tries each key, since a `kid` need not be unique (RFC 7517, section 4.5). */
async function hasValidSignature(
  context: Context,
  keys: readonly CryptoKey[],
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const subtle = requireSubtle(context);
  for (const key of keys) {
    if (await subtle.verify("RSASSA-PKCS1-v1_5", key, signature, signed)) return true;
  }
  return false;
}

/** Checks the hash of a companion, where the token has one. */
async function checkHash(
  context: Context,
  payload: IdTokenPayload,
  claim: "at_hash" | "c_hash",
  companion: string | null | undefined,
): Promise<void> {
  const found = payload[claim];
  if (!companion || found === undefined) return;
  const expected = await hashText(context, companion, 16);
  if (found === expected) return;
  const subject = claim === "at_hash" ? "access token" : "code";
  refuseValue(
    claim,
    `The ${subject} belongs to another ID token`,
    claim,
    describeValue(found),
    `"${expected}"`,
    "Do not use it. Log in again.",
  );
}

function decode(idToken: string) {
  try {
    const [header = "", payload = "", signature = "", ...more] = idToken.split(".");
    const binary = decodeBinary(signature);
    // Other spellings decode to the same bytes. Accept one only, or a changed token could be valid.
    const isCanonical = encodeBinary(binary) === signature;
    if (binary && !more.length && isCanonical) {
      return {
        header: parse(header),
        payload: parse(payload),
        signed: new TextEncoder().encode(idToken.slice(0, -signature.length - 1)),
        signature: toBytes(binary),
      };
    }
  } catch {
    // Reported below.
  }
  refuseToken(
    "token_malformed",
    `ID token could not be decoded: it has ${idToken.split(".").length} parts, expected 3 in base64url.`,
    "Log in again.",
  );
}

/**
 * Parses a part of a token. Returns an empty object for other JSON values.
 *
 * @throws an error for anything but JSON in UTF-8 in base64url
 */
function parse(part: string): Record<string, unknown> {
  const binary = decodeBinary(part);
  // ASCII needs no decoding.
  const text = /[\x80-\xff]/.test(binary)
    ? new TextDecoder("utf-8", { fatal: true }).decode(toBytes(binary))
    : binary;
  return toRecord(JSON.parse(text));
}
