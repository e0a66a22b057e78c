import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters } from "jose";
import type { WebAuthOptions } from "../../../../lib/auth/index.ts";
import { FakeClock, FakeTenant, start } from "./fake-ports.ts";

const domain = "tenant.example";
export const issuer = "https://tenant.example/";
export const jwksUrl = "https://tenant.example/.well-known/jwks.json";
export const seconds = start / 1000;

/** The options of most tests. */
export const options: WebAuthOptions = { domain, clientID: "client-1" };

/** The claims of a valid ID token. */
export const goodClaims = {
  iss: issuer,
  sub: "auth0|ada",
  aud: "client-1",
  nonce: "nonce-1",
  iat: seconds,
  exp: seconds + 3600,
};

/** A tenant's signing key, which signs tokens and is part of the tenant's JWKS. */
export class Signer {
  readonly kid: string;
  readonly #privateKey: CryptoKey;
  readonly publicJwk: JWK;

  private constructor(kid: string, privateKey: CryptoKey, publicJwk: JWK) {
    this.kid = kid;
    this.#privateKey = privateKey;
    this.publicJwk = publicJwk;
  }

  static async create(kid = "key-1"): Promise<Signer> {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new Signer(kid, privateKey, { ...jwk, kid, alg: "RS256", use: "sig" });
  }

  /**
   * Signs the good claims with changes; a change to undefined removes the claim. The header names
   * the key.
   */
  sign(
    changes: Record<string, unknown> = {},
    header: Partial<JWTHeaderParameters> = { kid: this.kid },
  ): Promise<string> {
    return new SignJWT({ ...goodClaims, ...changes })
      .setProtectedHeader({ alg: "RS256", ...header })
      .sign(this.#privateKey);
  }
}

/** A tenant that serves only the keys of the signers. */
export function serveKeys(...signers: readonly Signer[]): FakeTenant {
  const keys = signers.map(({ publicJwk }) => publicJwk);
  return new FakeTenant().answer(jwksUrl, () => Response.json({ keys }));
}

/** The ports that parseHash needs. */
export function judgingPorts(tenant: FakeTenant) {
  const clock = new FakeClock();
  return { clock, storage: new Map<string, string>(), fetch: tenant.fetch };
}

/** The fragment of a redirect. */
export function fragment(members: Record<string, string>): string {
  return `#${new URLSearchParams(members).toString()}`;
}
