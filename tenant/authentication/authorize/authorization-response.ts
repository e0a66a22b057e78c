import type { User } from "../../directory/users.ts";
import type { TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";
import type { Session } from "../login/sessions.ts";
import { issueIdToken, issueUserAccessToken, readTokenLifetime } from "../token/issue-tokens.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { deliverResponse } from "./deliver-response.ts";

/** Responds to an authorization request with the code and tokens of its response types. */
export async function respondWithGrant(
  c: TenantRequest,
  context: AuthenticationContext,
  request: AuthorizationRequest,
  login: { user: User; session: Session; claims: Record<string, number> },
): Promise<Response> {
  c.set("subject", login.user.user_id);
  const { client, responseTypes, scopes, audience, nonce, organization } = request;
  const grant = { ...login, client, scopes, audience, nonce, organization };
  const code = responseTypes.includes("code") ? context.random.text(48) : undefined;
  if (code !== undefined) {
    context.authorizationCodes.put(code, {
      session: login.session,
      claims: login.claims,
      clientId: client.client_id,
      redirectUri: request.redirectUri,
      scopes,
      audience,
      nonce,
      organization,
      codeChallenge: request.codeChallenge,
    });
  }
  const accessToken = responseTypes.includes("token")
    ? await issueUserAccessToken(context, grant)
    : undefined;
  const idToken = responseTypes.includes("id_token")
    ? await issueIdToken(context, grant, { accessToken, code })
    : undefined;
  const isLost = request.responseMode === "web_message" && context.faults.isPlanted("message-lost");
  if (isLost) return c.body(null, 204);
  return await deliverResponse(c, context, request, {
    ...(code !== undefined && { code }),
    ...(accessToken !== undefined && {
      access_token: accessToken,
      scope: scopes.join(" "),
      expires_in: readTokenLifetime(context, "userToken"),
      token_type: "Bearer",
    }),
    ...(idToken !== undefined && { id_token: idToken }),
  });
}
