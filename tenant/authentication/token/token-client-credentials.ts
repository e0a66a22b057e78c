import { splitScope } from "../../directory/scopes.ts";
import { OAuthError } from "../oauth-error.ts";
import { issueClientAccessToken, readTokenLifetime } from "./issue-tokens.ts";
import type { GrantHandler } from "./token-request.ts";

/** Exchanges a client's own credentials for an access token (RFC 6749, section 4.4). */
export const exchangeClientCredentials: GrantHandler = async (
  c,
  context,
  { client, isAuthenticated },
  parameters,
) => {
  if (!isAuthenticated) {
    throw new OAuthError(401, "invalid_client", "Client authentication failed");
  }
  if (parameters.audience === undefined) {
    throw new OAuthError(400, "invalid_request", "Missing required parameter: audience");
  }
  const audience =
    parameters.audience === "/api/v2/" ? context.managementAudience : parameters.audience;
  if (!context.resourceServers.has(audience)) {
    throw new OAuthError(403, "access_denied", `Service not found: ${audience}`);
  }
  const grant = client.grants.find((each) => each.audience === audience);
  if (grant === undefined) {
    const description = `Client is not authorized to access "${audience}".`;
    throw new OAuthError(403, "access_denied", description);
  }
  const wanted = splitScope(parameters.scope);
  const scopes = grant.scopes.filter((scope) => wanted.length === 0 || wanted.includes(scope));
  return c.json({
    access_token: await issueClientAccessToken(context, { client, audience, scopes }),
    scope: scopes.join(" "),
    expires_in: readTokenLifetime(context, "clientToken"),
    token_type: "Bearer",
  });
};
