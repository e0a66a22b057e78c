import type { Client } from "../../directory/clients.ts";
import type { Directory } from "../../directory/directory.ts";
import { findMembershipProblem, findOrganization } from "../../directory/organizations.ts";
import { listKnownScopes, splitScope } from "../../directory/scopes.ts";
import type { User } from "../../directory/users.ts";
import type { TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import { sendMfaCode } from "../login/mfa-code.ts";
import { OAuthError } from "../oauth-error.ts";
import type { RequestedAccess } from "./requested-access.ts";
import { respondWithTokens } from "./respond-with-tokens.ts";
import type { TokenParameters } from "./token-request.ts";

/** Reads audience, organization and scopes of a token request; unknown scopes are dropped. */
export function readRequestedAccess(
  { resourceServers }: Pick<Directory, "resourceServers">,
  parameters: Pick<TokenParameters, "audience" | "scope" | "organization">,
): RequestedAccess {
  const { audience } = parameters;
  if (audience !== undefined && !resourceServers.has(audience)) {
    throw new OAuthError(403, "access_denied", `Service not found: ${audience}`);
  }
  const organization = findOrganization(parameters.organization ?? "");
  if (parameters.organization !== undefined && organization === undefined) {
    throw new OAuthError(400, "invalid_request", "The organization does not exist");
  }
  const known = listKnownScopes(resourceServers.get(audience ?? ""));
  const wanted = splitScope(parameters.scope ?? "openid profile email");
  return { audience, organization, scopes: wanted.filter((scope) => known.has(scope)) };
}

/** A login at the token endpoint, after the first factor. */
interface UserLogin {
  client: Client;
  user: User;
  connection: string;
  access: RequestedAccess;
}

/**
 * Continues a login after its first factor. A user with a second factor is sent a code, and the
 * response is `mfa_required` with an `mfa_token`. Otherwise the tenant's rule runs and tokens are
 * issued.
 */
export async function grantToUser(
  c: TenantRequest,
  context: AuthenticationContext,
  { client, user, connection, access }: UserLogin,
  options: { hasSecondFactor?: boolean; extra?: Record<string, string> } = {},
): Promise<Response> {
  const { organization, scopes, audience } = access;
  const membershipProblem = findMembershipProblem(organization, user);
  if (membershipProblem !== undefined) {
    throw new OAuthError(403, "access_denied", membershipProblem);
  }
  if (user.multifactor !== undefined && options.hasSecondFactor !== true) {
    sendMfaCode(context, user);
    const token = context.random.text(48);
    context.logins.mfaRequests.put(token, {
      userId: user.user_id,
      clientId: client.client_id,
      connection,
      access,
      extra: options.extra,
    });
    const error = "mfa_required";
    const description = "Multifactor authentication required";
    return c.json({ error, error_description: description, mfa_token: token }, 403);
  }
  const outcome = context.logins.rules.run(user);
  if (!outcome.ok) throw new OAuthError(403, "access_denied", outcome.reason);
  const session = {
    userId: user.user_id,
    sid: context.random.text(32),
    authTime: Math.floor(context.now() / 1000),
  };
  const { claims } = outcome;
  const grant = { client, user, session, scopes, audience, organization, nonce: undefined, claims };
  return await respondWithTokens(c, context, grant, {
    connection,
    ...(options.extra !== undefined && { extra: options.extra }),
  });
}
