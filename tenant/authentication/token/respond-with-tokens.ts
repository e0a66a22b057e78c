import type { TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import {
  issueIdToken,
  issueUserAccessToken,
  readTokenLifetime,
  type UserGrant,
} from "./issue-tokens.ts";

/** The parts of a token response beyond the grant. */
interface TokenResponseOptions {
  /** Name of the connection that the user logged in with. */
  connection: string;
  /** The refresh token that was used: the next one has its family and its scopes. */
  refreshed?: { family: string; scopes: readonly string[] };
  /** Members that the grant adds. */
  extra?: Record<string, string>;
}

/**
 * Responds to a token request for a user (RFC 6749, section 5.1). `openid` adds an ID token;
 * `offline_access` adds a refresh token, if the client may use one.
 */
export async function respondWithTokens(
  c: TenantRequest,
  context: AuthenticationContext,
  grant: UserGrant,
  { connection, refreshed, extra }: TokenResponseOptions,
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
