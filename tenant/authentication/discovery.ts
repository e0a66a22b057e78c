import type { TenantCore } from "../core/tenant-core.ts";
import { grantTypes } from "../directory/grant-types.ts";
import { openIdScopes } from "../directory/scopes.ts";
import type { TenantApp } from "../http/tenant-app.ts";

/**
 * Adds the discovery document (OpenID Connect Discovery 1.0, section 3) and the JWKS (RFC 7517).
 */
export function addDiscoveryRoutes(
  app: TenantApp,
  { issuer, keys }: Pick<TenantCore, "issuer" | "keys">,
): void {
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}authorize`,
    token_endpoint: `${issuer}oauth/token`,
    userinfo_endpoint: `${issuer}userinfo`,
    jwks_uri: `${issuer}.well-known/jwks.json`,
    end_session_endpoint: `${issuer}v2/logout`,
    scopes_supported: openIdScopes,
    response_types_supported: [
      "code",
      "token",
      "id_token",
      "code token",
      "code id_token",
      "token id_token",
      "code token id_token",
    ],
    response_modes_supported: ["query", "fragment", "form_post", "web_message"],
    grant_types_supported: ["implicit", ...grantTypes],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["HS256", "RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    code_challenge_methods_supported: ["S256"],
    claims_supported: [
      "aud",
      "auth_time",
      "email",
      "email_verified",
      "exp",
      "iat",
      "iss",
      "name",
      "org_id",
      "phone_number",
      "phone_number_verified",
      "nickname",
      "picture",
      "sid",
      "sub",
      "updated_at",
    ],
    request_parameter_supported: false,
  };

  app.get("/.well-known/openid-configuration", (c) => {
    c.header("access-control-allow-origin", "*");
    return c.json(metadata);
  });

  app.get("/.well-known/jwks.json", async (c) => {
    c.header("access-control-allow-origin", "*");
    const listed = await keys.list();
    return c.json({ keys: listed.map((each) => each.publicJwk) });
  });
}
