import { findOrganization } from "../../directory/organizations.ts";
import { splitScope } from "../../directory/scopes.ts";
import { OAuthError } from "../oauth-error.ts";
import { respondWithTokens } from "./respond-with-tokens.ts";
import type { GrantHandler } from "./token-request.ts";

/** Exchanges a refresh token for new tokens and the next refresh token (RFC 6749, section 6). */
export const exchangeRefreshToken: GrantHandler = async (c, context, { client }, parameters) => {
  if (parameters.refresh_token === undefined) {
    throw new OAuthError(400, "invalid_request", "Missing required parameter: refresh_token");
  }
  const grant = context.logins.refreshTokens.redeem(parameters.refresh_token, client.client_id);
  const user = context.users.get(grant?.userId ?? "");
  if (grant === undefined || user === undefined || user.blocked === true) {
    throw new OAuthError(403, "invalid_grant", "Unknown or invalid refresh token.");
  }
  const outcome = context.logins.rules.run(user);
  if (!outcome.ok) throw new OAuthError(403, "access_denied", outcome.reason);
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
    // RFC 6749, section 6: a request for fewer scopes does not reduce the scopes of the grant.
    { connection, refreshed: { family, scopes: grant.scopes } },
  );
};
