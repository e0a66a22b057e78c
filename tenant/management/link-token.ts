import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import * as z from "zod/mini";
import type { TenantCore } from "../core/tenant-core.ts";
import type { Directory } from "../directory/directory.ts";
import { ManagementError } from "./management-error.ts";

const claimsSchema = z.object({
  sub: z.string().check(z.maxLength(300)),
  aud: z.union([z.string(), z.array(z.string())]),
});

/**
 * Returns the ID of the user that an ID token describes. The token must be a valid RS256 token of
 * this tenant. `audience` is the application of a user's own access token: both tokens must have
 * the same one.
 */
export async function readLinkToken(
  context: Pick<TenantCore, "issuer" | "now" | "keys"> & Pick<Directory, "clients">,
  jwt: string,
  audience: string | undefined,
): Promise<string> {
  const claims = claimsSchema.safeParse(await verifyIdToken(context, jwt));
  if (!claims.success) throw createTokenError("is not an ID token of this tenant.");
  const audiences = [claims.data.aud].flat();
  const isClient = audiences.some((each) => context.clients.has(each));
  if (!isClient || (audience !== undefined && !audiences.includes(audience))) {
    throw createLinkError(
      "The aud of the token in link_with must equal the azp of the access token.",
    );
  }
  return claims.data.sub;
}

async function verifyIdToken(
  { issuer, now, keys }: Pick<TenantCore, "issuer" | "now" | "keys">,
  jwt: string,
): Promise<unknown> {
  if (readAlgorithm(jwt) !== "RS256") throw createTokenError("must be signed with RS256.");
  const options = { issuer, currentDate: new Date(now()) };
  const findKey = async (header: { kid?: string }) => await keys.findPublicKey(header.kid);
  try {
    return (await jwtVerify(jwt, findKey, options)).payload;
  } catch (error) {
    throw createTokenError(
      error instanceof errors.JWTExpired ? "has expired." : "is not an ID token of this tenant.",
    );
  }
}

function readAlgorithm(jwt: string): string | undefined {
  try {
    return decodeProtectedHeader(jwt).alg;
  } catch {
    throw createTokenError("is not an ID token of this tenant.");
  }
}

function createTokenError(fault: string): ManagementError {
  return createLinkError(`The token in link_with ${fault}`);
}

function createLinkError(message: string): ManagementError {
  return new ManagementError(400, message, { errorCode: "invalid_body" });
}
