import { createHash } from "node:crypto";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A response to validate, with the data that both libraries need. */
export interface BenchResponse {
  readonly issuer: string;
  /** The tenant's key set, in JSON. */
  readonly keys: string;
  /**
   * A fragment with an access token and an RS256 ID token with its at_hash, like a response of the
   * tenant.
   */
  readonly hash: string;
}

/** Creates a response that is valid for an hour. */
export async function prepareResponse(issuer: string): Promise<BenchResponse> {
  const pair = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const accessToken = "a".repeat(600);
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: "demo-spa",
    sub: "auth|1",
    iat: now,
    exp: now + 3600,
    nonce: "n1",
    // OpenID Connect Core 1.0, section 3.2.2.10.
    at_hash: createHash("sha256")
      .update(accessToken)
      .digest()
      .subarray(0, 16)
      .toString("base64url"),
    name: "Ada Lovelace",
    email: "ada@example.com",
  };
  const signed = `${encode({ alg: "RS256", typ: "JWT", kid: "k1" })}.${encode(claims)}`;
  const bytes = new TextEncoder().encode(signed);
  const signature = await crypto.subtle.sign(algorithm.name, pair.privateKey, bytes);
  const idToken = `${signed}.${Buffer.from(signature).toString("base64url")}`;
  return {
    issuer,
    keys: JSON.stringify({ keys: [{ ...jwk, kid: "k1", use: "sig", alg: "RS256" }] }),
    hash: `#access_token=${accessToken}&id_token=${idToken}&expires_in=7200&token_type=Bearer&state=s1`,
  };
}
