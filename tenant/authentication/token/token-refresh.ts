import type { TenantContext, TenantRequest } from "../../context.ts";
import { findOrganization } from "../../directory/organizations.ts";
import { splitScope } from "../../directory/scopes.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import { respondWithTokens } from "./respond-with-tokens.ts";
import type { TokenClient, TokenParameters } from "./token.ts";

/** Exchanges a refresh token for new tokens and the refresh token that follows it (RFC 6749, section 6). */
export async function exchangeRefreshToken(
  c: TenantRequest,
  context: TenantContext,
  { client }: TokenClient,
  parameters: TokenParameters,
): Promise<Response> {
  if (parameters.refresh_token === undefined) {
    const description = "Missing required parameter: refresh_token";
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  const grant = context.logins.refreshTokens.redeem(parameters.refresh_token, client.client_id);
  const user = context.users.get(grant?.userId ?? "");
  if (grant === undefined || user === undefined || user.blocked === true) {
    const description = "Unknown or invalid refresh token.";
    return respondWithOAuthError(c, 403, "invalid_grant", description);
  }
  const outcome = context.logins.rules.run(user);
  if (!outcome.ok) return respondWithOAuthError(c, 403, "access_denied", outcome.reason);
  const wanted = splitScope(parameters.scope);
  const scopes = grant.scopes.filter((scope) => wanted.length === 0 || wanted.includes(scope));
  const { sid, authTime, audience, connection, family, userId } = grant;
  const organization = findOrganization(grant.organization ?? "");
  const { claims } = outcome;
  const session = { userId, sid, authTime };
  return await respondWithTokens(
    c,
    context,
    { client, user, session, scopes, audience, organization, nonce: undefined, claims },
    // RFC 6749, section 6: asking for less this once gives nothing up for good.
    { connection, refreshed: { family, scopes: grant.scopes } },
  );
}
