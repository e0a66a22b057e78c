import { encodeBase64Url, hashSha256 } from "../../core/encoding.ts";
import { readConnectionName } from "../../directory/users.ts";
import type { AuthorizationCode } from "../authorize/authorization-code.ts";
import { OAuthError } from "../oauth-error.ts";
import { respondWithTokens } from "./respond-with-tokens.ts";
import type { GrantHandler } from "./token-request.ts";

/**
 * Exchanges an authorization code (RFC 6749, section 4.1.3). A client without a secret proves with
 * the PKCE verifier that it requested the code (RFC 7636, section 4.6).
 */
export const exchangeAuthorizationCode: GrantHandler = async (
  c,
  context,
  { client, isAuthenticated },
  parameters,
) => {
  if (parameters.code === undefined) {
    throw new OAuthError(400, "invalid_request", "Missing required parameter: code");
  }
  // Remove the code even if the attempt fails: it is valid for one attempt.
  const code = context.authorizationCodes.take(parameters.code);
  const user = context.users.get(code?.session.userId ?? "");
  const isActive = user !== undefined && user.blocked !== true;
  if (code === undefined || code.clientId !== client.client_id || !isActive) {
    throw new OAuthError(403, "invalid_grant", "Invalid authorization code");
  }
  if (code.redirectUri !== parameters.redirect_uri) {
    const description = "The redirect_uri must equal the redirect_uri of the authorization request";
    throw new OAuthError(403, "invalid_grant", description);
  }
  const proof = await checkVerifier(code, parameters.code_verifier);
  if (proof === "wrong") {
    throw new OAuthError(403, "invalid_grant", "Failed to verify code verifier");
  }
  if (proof === "absent" && !isAuthenticated) {
    const description = "A client without a secret must use PKCE with the method S256";
    throw new OAuthError(401, "invalid_client", description);
  }
  const { session, scopes, audience, nonce, organization, claims } = code;
  const grant = { client, user, session, scopes, audience, nonce, organization, claims };
  const connection = session.connection ?? readConnectionName(user);
  return await respondWithTokens(c, context, grant, { connection });
};

async function checkVerifier(
  code: AuthorizationCode,
  verifier: string | undefined,
): Promise<"proven" | "absent" | "wrong"> {
  // A verifier without a challenge can be a PKCE downgrade (RFC 9700, section 2.1.1).
  // A verifier without a challenge can be a PKCE downgrade (RFC 9700, section 2.1.1).
  if (code.codeChallenge === undefined) return verifier === undefined ? "absent" : "wrong";
  if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return "wrong";
  const challenge = encodeBase64Url(await hashSha256(verifier));
  return challenge === code.codeChallenge ? "proven" : "wrong";
}
