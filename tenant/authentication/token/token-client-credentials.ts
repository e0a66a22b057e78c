import type { TenantContext, TenantRequest } from "../../context.ts";
import { splitScope } from "../../directory/scopes.ts";
import { issueClientAccessToken, readTokenLifetime } from "./issue-tokens.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import type { TokenClient, TokenParameters } from "./token.ts";

/** Exchanges a client's own credentials for an access token (RFC 6749, section 4.4). */
export async function exchangeClientCredentials(
  c: TenantRequest,
  context: TenantContext,
  { client, isAuthenticated }: TokenClient,
  parameters: TokenParameters,
): Promise<Response> {
  if (!isAuthenticated) {
    return respondWithOAuthError(c, 401, "invalid_client", "Client authentication failed");
  }
  if (parameters.audience === undefined) {
    const description = "Missing required parameter: audience";
    return respondWithOAuthError(c, 400, "invalid_request", description);
  }
  const audience =
    parameters.audience === "/api/v2/" ? context.managementAudience : parameters.audience;
  if (!context.resourceServers.has(audience)) {
    return respondWithOAuthError(c, 403, "access_denied", `Service not found: ${audience}`);
  }
  const grant = client.grants.find((each) => each.audience === audience);
  if (grant === undefined) {
    const description = `Client is not authorized to access "${audience}".`;
    return respondWithOAuthError(c, 403, "access_denied", description);
  }
  const wanted = splitScope(parameters.scope);
  const scopes = grant.scopes.filter((scope) => wanted.length === 0 || wanted.includes(scope));
  return c.json({
    access_token: await issueClientAccessToken(context, { client, audience, scopes }),
    scope: scopes.join(" "),
    expires_in: readTokenLifetime(context, "clientToken"),
    token_type: "Bearer",
  });
}
