import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import * as z from "zod/mini";
import type { TenantContext } from "../context.ts";
import type { Checked } from "./authenticate.ts";

const claimsSchema = z.object({
  sub: z.string().check(z.maxLength(300)),
  aud: z.union([z.string(), z.array(z.string())]),
});

/**
 * Reads whose ID token this is. It must be an RS256 token of this tenant that holds now and, where
 * a user links in person, one for the same application as the user's access token.
 */
export async function readLinkToken(
  context: TenantContext,
  jwt: string,
  audience: string | undefined,
): Promise<Checked<string>> {
  let payload: unknown;
  try {
    if (decodeProtectedHeader(jwt).alg !== "RS256") {
      return refuse("The token in link_with must be signed with RS256.");
    }
    const options = { issuer: context.issuer, currentDate: new Date(context.now()) };
    payload = (
      await jwtVerify(
        jwt,
        async (header: { kid?: string }) => await context.keys.findPublicKey(header.kid),
        options,
      )
    ).payload;
  } catch (error) {
    return error instanceof errors.JWTExpired
      ? refuse("The token in link_with has expired.")
      : refuse("The token in link_with is not an ID token of this tenant.");
  }
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return refuse("The token in link_with is not an ID token of this tenant.");
  const audiences = [claims.data.aud].flat();
  const isClient = audiences.some((each) => context.clients.has(each));
  if (!isClient || (audience !== undefined && !audiences.includes(audience))) {
    return refuse("The aud of the token in link_with must equal the azp of the access token.");
  }
  return { ok: true, value: claims.data.sub };
}

function refuse(message: string): Checked<string> {
  return { ok: false, error: { status: 400, message, errorCode: "invalid_body" } };
}
