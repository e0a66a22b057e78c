import { errors, jwtVerify } from "jose";
import * as z from "zod/mini";
import type { TenantCore } from "../../core/tenant-core.ts";
import { splitScope } from "../../directory/scopes.ts";

const claimsSchema = z.object({
  sub: z.string(),
  azp: z.string(),
  scope: z.string(),
  exp: z.number(),
  aud: z.union([z.string(), z.array(z.string())]),
});

/** A valid access token of this tenant. */
export interface VerifiedAccessToken {
  subject: string;
  clientId: string;
  scopes: readonly string[];
  /** Unix seconds. */
  expiresAt: number;
}

/**
 * The reason to reject an access token; `audience` is set for `bad-audience`: the audience of the
 * token.
 */
export interface AccessTokenFailure {
  failure: "malformed" | "bad-signature" | "expired" | "bad-audience";
  audience?: string;
}

/**
 * A result, not an exception: the Management API and `/userinfo` have different texts for a
 * failure.
 */
export type AccessTokenResult =
  | { ok: true; token: VerifiedAccessToken }
  | ({ ok: false } & AccessTokenFailure);

/** Verifies signature, issuer, expiry and audience of a bearer token, without clock tolerance. */
export async function verifyAccessToken(
  context: Pick<TenantCore, "issuer" | "now" | "keys">,
  jwt: string,
  audience: string,
): Promise<AccessTokenResult> {
  let payload: unknown;
  try {
    const options = {
      algorithms: ["RS256"],
      issuer: context.issuer,
      currentDate: new Date(context.now()),
    };
    payload = (
      await jwtVerify(
        jwt,
        async (header: { kid?: string }) => await context.keys.findPublicKey(header.kid),
        options,
      )
    ).payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      return { ok: false, failure: "bad-signature" };
    }
    return { ok: false, failure: error instanceof errors.JWTExpired ? "expired" : "malformed" };
  }
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return { ok: false, failure: "malformed" };
  const audiences = [claims.data.aud].flat();
  if (!audiences.includes(audience)) {
    return { ok: false, failure: "bad-audience", audience: audiences.join(",") };
  }
  const { sub, azp, scope, exp } = claims.data;
  const token = { subject: sub, clientId: azp, scopes: splitScope(scope), expiresAt: exp };
  return { ok: true, token };
}
