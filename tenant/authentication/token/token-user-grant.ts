import type { Client } from "../../directory/clients.ts";
import type { TenantContext, TenantRequest } from "../../context.ts";
import {
  findMembershipProblem,
  findOrganization,
  type Organization,
} from "../../directory/organizations.ts";
import { splitScope } from "../../directory/scopes.ts";
import type { User } from "../../directory/users.ts";
import { listKnownScopes } from "../authorize/authorization-request.ts";
import { sendMfaCode } from "../login/mfa-code.ts";
import { respondWithOAuthError } from "../oauth-error.ts";
import { respondWithTokens } from "./respond-with-tokens.ts";
import type { TokenParameters } from "./token.ts";

/** Scopes and audience that a token request asks for, or the answer that refuses them. */
export function readWish(
  c: TenantRequest,
  context: TenantContext,
  parameters: Pick<TokenParameters, "audience" | "scope" | "organization">,
): Wish | Response {
  const { audience } = parameters;
  if (audience !== undefined && !context.resourceServers.has(audience)) {
    return respondWithOAuthError(c, 403, "access_denied", `Service not found: ${audience}`);
  }
  const organization = findOrganization(parameters.organization ?? "");
  if (parameters.organization !== undefined && organization === undefined) {
    return respondWithOAuthError(c, 400, "invalid_request", "The organization does not exist");
  }
  const known = listKnownScopes(context, audience);
  const wanted = splitScope(parameters.scope ?? "openid profile email");
  return { audience, organization, scopes: wanted.filter((scope) => known.has(scope)) };
}

/** What a token is to be good for. */
export interface Wish {
  audience: string | undefined;
  organization: Organization | undefined;
  scopes: readonly string[];
}

/**
 * Goes on once a first factor is proven without a browser: the second factor is asked for with
 * `mfa_required` and a `mfa_token`, the tenant's rule runs, tokens go out.
 */
export async function grantToUser(
  c: TenantRequest,
  context: TenantContext,
  {
    client,
    user,
    connection,
    wish,
  }: { client: Client; user: User; connection: string; wish: Wish },
  options: { hasSecondFactor?: boolean; extra?: Record<string, string> } = {},
): Promise<Response> {
  const { organization, scopes, audience } = wish;
  const stranger = findMembershipProblem(organization, user);
  if (stranger !== undefined) return respondWithOAuthError(c, 403, "access_denied", stranger);
  if (user.multifactor !== undefined && options.hasSecondFactor !== true) {
    sendMfaCode(context, user);
    const token = context.random.text(48);
    context.logins.mfaRequests.put(token, {
      userId: user.user_id,
      clientId: client.client_id,
      connection,
      wish,
      extra: options.extra,
    });
    const error = "mfa_required";
    const description = "Multifactor authentication required";
    return c.json({ error, error_description: description, mfa_token: token }, 403);
  }
  const outcome = context.logins.rules.run(user);
  if (!outcome.ok) return respondWithOAuthError(c, 403, "access_denied", outcome.reason);
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
