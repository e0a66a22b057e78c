import {
  EncryptJWT,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWTHeaderParameters,
} from "jose";
import type { JsonWebKeySet } from "../../../lib/tokens/read-key-set.ts";

/** The time of all inspections: Unix time in ms. */
export const inspectedAt = 1_790_000_000_000;
const seconds = inspectedAt / 1000;

/** A JWS before it is encoded. */
export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The tokens that inputs are made from, and the key set of their tenant. */
export interface TokenPool {
  readonly jwks: JsonWebKeySet;
  /** Signs as the tenant does. */
  sign(parts: TokenParts): Promise<string>;
  /** Tokens of every kind; the first ones are JWS. */
  readonly tokens: readonly [string, ...string[]];
}

/** The contents of the tokens: one of each kind. */
export const templates: readonly [TokenParts, ...TokenParts[]] = [
  {
    header: { alg: "RS256", kid: "key-1", typ: "JWT" },
    payload: {
      iss: "https://tenant.example/",
      sub: "auth0|ada",
      aud: "client-1",
      azp: "client-1",
      nonce: "nonce-1",
      iat: seconds,
      exp: seconds + 3600,
      auth_time: seconds,
      org_id: "org_a",
      name: "Ada Lovelace",
      address: { locality: "London", lines: ["1 Main Street", "Flat 2"] },
    },
  },
  {
    header: { alg: "RS256", kid: "key-1", typ: "at+jwt" },
    payload: {
      iss: "https://tenant.example/",
      sub: "auth0|ada",
      aud: ["https://api.example/", "https://tenant.example/userinfo"],
      client_id: "client-1",
      scope: "openid read:events offline_access",
      permissions: ["read:events"],
      jti: "token-1",
      iat: seconds,
      exp: seconds + 60,
      cnf: { jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" },
    },
  },
  {
    header: { alg: "RS256", kid: "key-1", typ: "logout+jwt" },
    payload: {
      iss: "https://tenant.example/",
      aud: "client-1",
      jti: "logout-1",
      sid: "session-1",
      iat: seconds,
      exp: seconds + 60,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    },
  },
  {
    header: { alg: "RS256", kid: "key-1", typ: "dpop+jwt", jwk: { kty: "EC", crv: "P-256" } },
    payload: { jti: "proof-1", htm: "GET", htu: "https://api.example/a", iat: seconds },
  },
];

/** Creates keys and one token of each kind. */
export async function createPool(): Promise<TokenPool> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const sign: TokenPool["sign"] = ({ header, payload }) => {
    const own: JWTHeaderParameters = { ...header, alg: "RS256" };
    return new SignJWT({ ...payload }).setProtectedHeader(own).sign(privateKey);
  };
  const { n = "", e = "" } = await exportJWK(publicKey);
  const [first] = templates;
  const secret = crypto.getRandomValues(new Uint8Array(32));
  return {
    jwks: { keys: [{ kty: "RSA", n, e, kid: "key-1", alg: "RS256", use: "sig" }] },
    sign,
    tokens: [
      await sign(first),
      ...(await Promise.all(templates.slice(1).map(sign))),
      await new SignJWT({ ...first.payload }).setProtectedHeader({ alg: "HS256" }).sign(secret),
      new UnsecuredJWT({ ...first.payload }).encode(),
      await new EncryptJWT({ ...first.payload })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .encrypt(secret),
      "v1.MfvDyvbbHcGNmd5n1234567890abcdefABCDEF",
    ],
  };
}
