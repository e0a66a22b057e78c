import type { ClientMetadata } from "oidc-provider";

/** A client without a secret that only receives codes, as a single-page app. */
export const pageClient = (redirectUri: string, change: Partial<ClientMetadata> = {}) => ({
  client_id: "shop-web",
  token_endpoint_auth_method: "none" as const,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code" as const],
  redirect_uris: [redirectUri],
  ...change,
});

/** The secret of {@link serverClient}: only the application's server and the provider know it. */
export const serverSecret = "shop-server-secret-of-the-corpus";

/** A client with a secret, as an application with a server. */
export const serverClient = (redirectUri: string, change: Partial<ClientMetadata> = {}) => ({
  client_id: "shop-server",
  client_secret: serverSecret,
  token_endpoint_auth_method: "client_secret_post" as const,
  redirect_uris: [redirectUri],
  ...change,
});
