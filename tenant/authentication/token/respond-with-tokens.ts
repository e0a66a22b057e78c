import type { TenantContext, TenantRequest } from "../../context.ts";
import {
  issueIdToken,
  issueUserAccessToken,
  readTokenLifetime,
  type UserGrant,
} from "./issue-tokens.ts";

/** What a token answer needs beyond the grant. */
interface TokenAnswer {
  /** Name of the connection that the user came through. */
  connection: string;
  /** The refresh token that was used up: the next one continues it, and may as much as it did. */
  refreshed?: { family: string; scopes: readonly string[] };
  /** Members that one grant alone adds. */
  extra?: Record<string, string>;
}

/**
 * Answers a token request for a user (RFC 6749, section 5.1): an ID token with `openid`, a refresh
 * token with `offline_access`, for a client that may use one.
 */
export async function respondWithTokens(
  c: TenantRequest,
  context: TenantContext,
  grant: UserGrant,
  { connection, refreshed, extra }: TokenAnswer,
): Promise<Response> {
  const { client, user, session, scopes, audience, organization } = grant;
  c.set("subject", user.user_id);
  const accessToken = await issueUserAccessToken(context, grant);
  const idToken = scopes.includes("openid")
    ? await issueIdToken(context, grant, { accessToken })
    : undefined;
  const refreshScopes = refreshed?.scopes ?? scopes;
  const mayRefresh =
    refreshScopes.includes("offline_access") && client.grant_types.includes("refresh_token");
  const refreshGrant = {
    clientId: client.client_id,
    userId: user.user_id,
    connection,
    sid: session.sid,
    authTime: session.authTime,
    scopes: [...refreshScopes],
    ...(audience !== undefined && { audience }),
    ...(organization !== undefined && { organization: organization.id }),
  };
  return c.json({
    access_token: accessToken,
    ...(mayRefresh && {
      refresh_token: context.logins.refreshTokens.issue(refreshGrant, refreshed?.family),
    }),
    ...(idToken !== undefined && { id_token: idToken }),
    scope: scopes.join(" "),
    expires_in: readTokenLifetime(context, "userToken"),
    token_type: "Bearer",
    ...extra,
  });
}
