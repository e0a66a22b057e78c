import { AuthError, invalidToken } from "./auth-error.ts";
import type { ResponseContext } from "./accept-response.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import { checkClaims } from "./id-token-claims.ts";
import type { CryptoPort, SubtlePort } from "./ports.ts";
import { isRecord } from "./records.ts";

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

const maxLength = 100_000;
const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Verifies an ID token, in this order: form, algorithm, key, signature, claims, access token hash. The first
 * rule that does not hold decides.
 *
 * @param accessToken the access token of the same response, if it had one
 * @param asked the request that it answers
 * @returns the payload, only ever after every rule held
 * @throws AuthError `invalid_token`
 * @see OpenID Connect Core 1.0, sections 3.1.3.7 and 3.2.2.11
 */
export async function verifyIdToken(
  idToken: string,
  accessToken: string | null,
  asked: AuthorizeParameters,
  { settings, ports, findKey }: ResponseContext,
): Promise<IdTokenPayload> {
  const { header, payload, signed, signature } = decode(idToken);
  const { alg, kid, crit } = header;
  // RS256 alone: anything a token could name instead would let its sender choose the rules.
  if (alg !== "RS256") {
    throw invalidToken(
      "alg",
      `Signature algorithm of "${String(alg).slice(0, 40)}" is not supported. Expected the ID token to be signed with "RS256".`,
      "Set the JSON Web Token signature algorithm of the application to RS256.",
    );
  }
  // RFC 7515, section 4.1.11: what is critical and not understood makes the token invalid.
  if (crit !== undefined) throw invalidToken("crit");
  const key = await findKey(kid);
  const subtle = requireSubtle(ports.crypto);
  if (!(await subtle.verify("RSASSA-PKCS1-v1_5", key, signature, signed))) {
    throw invalidToken("signature");
  }
  checkClaims(payload, asked, settings, ports.clock.now() / 1000);
  const { at_hash: expected } = payload;
  if (accessToken && expected !== undefined) {
    const digest = await subtle.digest("SHA-256", encoder.encode(accessToken));
    if (encodeBase64url(new Uint8Array(digest, 0, 16)) !== expected) {
      throw invalidToken("at_hash");
    }
  }
  return payload;
}

function decode(idToken: string) {
  try {
    const [header = "", payload = "", text = "", ...more] = idToken.split(".");
    const signature = decodeBase64url(text);
    // One spelling only: others decode to the same bytes, and a changed token could pass as the original.
    const tail = encodeBase64url(signature.subarray(signature.length - (signature.length % 3)));
    const isCanonical = /^[\w-]+$/.test(text) && text.endsWith(tail);
    if (idToken.length < maxLength && !more.length && isCanonical) {
      const signed = encoder.encode(`${header}.${payload}`);
      return { header: parse(header), payload: parse(payload), signed, signature };
    }
  } catch {
    // Told below.
  }
  throw invalidToken("token_malformed", "ID token could not be decoded");
}

/** @throws Error of some kind for anything but an object in JSON, in UTF-8, in base64url */
function parse(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(utf8.decode(decodeBase64url(part)));
  if (isRecord(value)) return value;
  throw new TypeError();
}

/** @throws AuthError `runtime_error` in a page without WebCrypto */
export function requireSubtle({ subtle }: CryptoPort): SubtlePort {
  if (subtle) return subtle;
  throw new AuthError(
    "runtime_error",
    "No WebCrypto here: serve the page over https.",
    "crypto_unavailable",
  );
}
