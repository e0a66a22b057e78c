import type { TenantContext, TenantRequest } from "../../context.ts";
import { renderFormPost } from "../../pages/form-post-page.ts";
import { renderWebMessage } from "../../pages/web-message-page.ts";
import type { Session } from "../login/sessions.ts";
import type { User } from "../../directory/users.ts";
import type {
  AuthorizationError,
  AuthorizationRequest,
  AuthorizationTarget,
} from "./authorization-request.ts";
import { issueIdToken, issueUserAccessToken, readTokenLifetime } from "../token/issue-tokens.ts";

type ResponseParameters = Record<string, string | number>;

/** Answers an authorization request with what its response types ask for. */
export async function respondWithGrant(
  c: TenantRequest,
  context: TenantContext,
  request: AuthorizationRequest,
  login: { user: User; session: Session; claims: Record<string, number> },
): Promise<Response> {
  c.set("subject", login.user.user_id);
  const { client, responseTypes, scopes } = request;
  const { audience, nonce, organization } = request;
  const grant = { ...login, client, scopes, audience, nonce, organization };
  const code = responseTypes.includes("code") ? context.random.text(48) : undefined;
  if (code !== undefined) {
    context.authorizationCodes.put(code, {
      session: login.session,
      claims: login.claims,
      clientId: client.client_id,
      redirectUri: request.redirectUri,
      scopes,
      audience: request.audience,
      nonce: request.nonce,
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
  return deliver(c, context, request, {
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

/** Answers an authorization request with an error that the client may learn of. */
export function respondWithError(
  c: TenantRequest,
  context: TenantContext,
  target: AuthorizationTarget,
  error: AuthorizationError,
): Response | Promise<Response> {
  return deliver(c, context, target, {
    error: error.error,
    error_description: error.description,
  });
}

function deliver(
  c: TenantRequest,
  context: TenantContext,
  target: AuthorizationTarget,
  given: ResponseParameters,
): Response | Promise<Response> {
  const parameters = target.state === undefined ? given : { ...given, state: target.state };
  c.header("cache-control", "no-store");
  switch (target.responseMode) {
    case "web_message":
      return renderWebMessage(c, context, new URL(target.redirectUri).origin, parameters);
    case "form_post":
      return renderFormPost(c, context, target.redirectUri, parameters);
    case "query":
      return c.redirect(withQuery(target.redirectUri, parameters), 302);
    case "fragment": {
      const fragment = new URLSearchParams(toPairs(parameters)).toString().replaceAll("+", "%20");
      return c.redirect(`${target.redirectUri}#${fragment}`, 302);
    }
  }
}

function withQuery(redirectUri: string, parameters: ResponseParameters): string {
  const url = new URL(redirectUri);
  for (const [name, value] of toPairs(parameters)) url.searchParams.set(name, value);
  return url.toString();
}

function toPairs(parameters: ResponseParameters): [string, string][] {
  return Object.entries(parameters).map(([name, value]) => [name, String(value)]);
}
