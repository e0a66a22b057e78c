import { AuthError, invalidToken } from "./auth-error.ts";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import { checkClaims, type ClaimExpectations } from "./id-token-claims.ts";
import { isRecord } from "./is-record.ts";
import type { KeySet } from "./key-set.ts";
import type { CryptoPort } from "./ports.ts";

/** The claims of a verified ID token, as the tenant wrote them. */
export interface IdTokenPayload {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly exp: number;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly iat: number;
  readonly [claim: string]: unknown;
}

interface DecodedToken {
  readonly header: Record<string, unknown>;
  readonly payload: Record<string, unknown>;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** What the signature covers. */
  readonly signed: Uint8Array<ArrayBuffer>;
}

const maxLength = 100_000;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Verifies an ID token, in this order: form, algorithm, key, signature, claims, access token hash. The first
 * rule that does not hold decides.
 *
 * @param accessToken the access token of the same response, if it had one
 * @returns the payload, only ever after every rule held
 * @throws AuthError `invalid_token`
 * @see OpenID Connect Core 1.0, sections 3.1.3.7 and 3.2.2.11
 */
export async function verifyIdToken(
  idToken: string,
  accessToken: string | undefined,
  expectations: ClaimExpectations,
  keys: KeySet,
  crypto: CryptoPort,
): Promise<IdTokenPayload> {
  const { header, payload, signature, signed } = decode(idToken);
  const { alg, kid, crit } = header;
  checkAlgorithm(alg);
  if (crit !== undefined) {
    // RFC 7515, section 4.1.11: what is critical and not understood makes the token invalid.
    throw invalidToken(
      "critical_header_unsupported",
      "The ID token's header names extensions as critical (crit), and this library understands none.",
    );
  }
  const key = await keys.find(typeof kid === "string" ? kid : undefined);
  const isSigned = await crypto.subtle?.verify("RSASSA-PKCS1-v1_5", key, signature, signed);
  if (isSigned !== true) {
    throw invalidToken(
      "signature_wrong",
      "The signature of the ID token is wrong: it was changed.",
    );
  }
  const claims = checkClaims(payload, expectations);
  if (accessToken !== undefined) await checkAccessTokenHash(claims, accessToken, crypto);
  return claims;
}

function decode(idToken: string): DecodedToken {
  const parts = idToken.length <= maxLength ? idToken.split(".") : [];
  const [header, payload, signature] = parts.map(decodeBase64url);
  if (parts.length === 3 && header && payload && signature) {
    const decoded = { header: parseObject(header), payload: parseObject(payload) };
    if (decoded.header !== null && decoded.payload !== null) {
      const signed = new TextEncoder().encode(idToken.slice(0, idToken.lastIndexOf(".")));
      return { header: decoded.header, payload: decoded.payload, signature, signed };
    }
  }
  throw invalidToken("token_malformed", "ID token could not be decoded");
}

function parseObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** RS256 alone: anything a token could name instead (`none`, HS256) would let its sender choose the rules. */
function checkAlgorithm(alg: unknown): void {
  if (alg === "RS256") return;
  const named = typeof alg === "string" ? alg.slice(0, 40) : typeof alg;
  throw invalidToken(
    "algorithm_unsupported",
    `Signature algorithm of "${named}" is not supported. Expected the ID token to be signed with "RS256".`,
    "Set the JSON Web Token signature algorithm of the application to RS256 in the tenant's settings, then log in again.",
  );
}

async function checkAccessTokenHash(
  claims: IdTokenPayload,
  accessToken: string,
  { subtle }: CryptoPort,
): Promise<void> {
  const expected = claims["at_hash"];
  if (expected === undefined) return;
  const digest = await subtle?.digest("SHA-256", new TextEncoder().encode(accessToken));
  if (digest !== undefined && encodeBase64url(new Uint8Array(digest, 0, 16)) === expected) return;
  throw new AuthError({
    error: "invalid_token",
    errorDescription:
      "The access token is not the one that the ID token was issued with (at_hash). Start the login again.",
    reason: "access_token_hash_different",
  });
}
