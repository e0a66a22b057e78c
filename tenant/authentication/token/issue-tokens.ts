import { SignJWT } from "jose";
import type { Client } from "../../directory/clients.ts";
import { encodeBase64Url, hashSha256 } from "../../core/encoding.ts";
import type { TenantCore } from "../../core/tenant-core.ts";
import type { Organization } from "../../directory/organizations.ts";
import type { Session } from "../login/sessions.ts";
import type { User } from "../../directory/users.ts";
import { describeUserClaims } from "../user-claims.ts";

/** Returns the lifetime of a token that is issued now, in seconds. */
export function readTokenLifetime(
  { limits }: Pick<TenantCore, "limits">,
  kind: "idToken" | "userToken" | "clientToken",
): number {
  return Math.ceil(limits[`${kind}Lifetime`] / 1000);
}

/** A login, and the access that it grants. */
export interface UserGrant {
  client: Client;
  user: User;
  session: Session;
  scopes: readonly string[];
  audience: string | undefined;
  nonce: string | undefined;
  organization?: Organization | undefined;
  /** Claims that the tenant's rules add to the tokens. */
  claims?: Record<string, number>;
}

/**
 * Signs an access token for a user. Its audiences are the requested API and, with `openid` or
 * without a requested API, `/userinfo`.
 */
export async function issueUserAccessToken(context: TenantCore, grant: UserGrant): Promise<string> {
  const userinfo = `${context.issuer}userinfo`;
  const { scopes } = grant;
  const isIgnored = context.faults.isPlanted("audience-ignored");
  const audience = isIgnored ? undefined : grant.audience;
  const audiences = audience === undefined || scopes.includes("openid") ? [userinfo] : [];
  if (audience !== undefined) audiences.unshift(audience);
  return await signAccessToken(context, {
    ...grant.claims,
    ...(grant.organization !== undefined && { org_id: grant.organization.id }),
    sub: grant.user.user_id,
    aud: audiences.length === 1 ? (audiences[0] ?? userinfo) : audiences,
    azp: grant.client.client_id,
    scope: scopes.join(" "),
    lifetime: readTokenLifetime(context, "userToken"),
  });
}

/** Signs an access token for an authenticated client (RFC 6749, section 4.4). */
export async function issueClientAccessToken(
  context: TenantCore,
  grant: { client: Client; audience: string; scopes: readonly string[] },
): Promise<string> {
  return await signAccessToken(context, {
    sub: `${grant.client.client_id}@clients`,
    aud: grant.audience,
    azp: grant.client.client_id,
    gty: "client-credentials",
    scope: grant.scopes.join(" "),
    lifetime: readTokenLifetime(context, "clientToken"),
  });
}

async function signAccessToken(
  context: TenantCore,
  claims: { sub: string; aud: string | string[]; azp: string; gty?: string } & {
    scope: string;
    lifetime: number;
  },
): Promise<string> {
  const { lifetime, ...payload } = claims;
  const keys = await context.keys.current();
  const issuedAt = Math.floor(context.now() / 1000);
  context.log.addFact("access_token issued", {
    client_id: claims.azp,
    subject: claims.sub,
    audience: [claims.aud].flat(),
  });
  return await new SignJWT(payload)
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: keys.kid })
    .setIssuer(context.issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime)
    .sign(keys.privateKey);
}

/**
 * Signs an ID token (OpenID Connect Core, sections 2 and 3.3.2.11). The client's setting decides
 * between RS256 with the tenant's key and HS256 with the client's secret. `companions` are sent in
 * the same response; the token contains their hashes.
 */
export async function issueIdToken(
  context: TenantCore,
  grant: UserGrant,
  companions: { accessToken?: string | undefined; code?: string | undefined },
): Promise<string> {
  const { client, user, session, nonce } = grant;
  const issuedAt = Math.floor(context.now() / 1000);
  const token = new SignJWT({
    ...grant.claims,
    ...describeUserClaims(user, grant.scopes),
    ...(grant.organization !== undefined && {
      org_id: grant.organization.id,
      org_name: grant.organization.name,
    }),
    sub: user.user_id,
    aud: client.client_id,
    sid: session.sid,
    auth_time: session.authTime,
    ...(nonce !== undefined && { nonce }),
    ...(companions.accessToken !== undefined && {
      at_hash: await hashHalf(companions.accessToken),
    }),
    ...(companions.code !== undefined && { c_hash: await hashHalf(companions.code) }),
  })
    .setIssuer(context.issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + readTokenLifetime(context, "idToken"));
  return await signIdToken(context, client, token);
}

async function signIdToken(context: TenantCore, client: Client, token: SignJWT): Promise<string> {
  const { faults, log } = context;
  const isHs256 = client.id_token_signing_alg === "HS256" && !faults.isPlanted("hs256-accepted");
  log.addFact("id_token issued", {
    client_id: client.client_id,
    alg: isHs256 ? "HS256" : "RS256",
  });
  if (isHs256) {
    return await token
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(client.client_secret));
  }
  const keys = await context.keys.current();
  const key = faults.isPlanted("wrong-key") ? await keys.getUnpublishedKey() : keys.privateKey;
  return await token.setProtectedHeader({ alg: "RS256", typ: "JWT", kid: keys.kid }).sign(key);
}

/** Returns the left half of a SHA-256 hash, for `at_hash` and `c_hash`. */
async function hashHalf(value: string): Promise<string> {
  return encodeBase64Url((await hashSha256(value)).slice(0, 16));
}
