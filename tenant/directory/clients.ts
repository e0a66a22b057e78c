/** An application that is registered at the tenant. Field names are those of the service. */
export interface Client {
  client_id: string;
  name: string;
  /** Used at the token endpoint by confidential clients, and as the HS256 key of ID tokens. */
  client_secret: string;
  token_endpoint_auth_method: "none" | "client_secret_post";
  /** Only credentials of a global client may call the Management API. */
  is_global: boolean;
  id_token_signing_alg: "RS256" | "HS256";
  grant_types: readonly string[];
  callbacks: readonly string[];
  web_origins: readonly string[];
  allowed_logout_urls: readonly string[];
  /** Client grants: the APIs and scopes of the client credentials grant. */
  grants: readonly { audience: string; scopes: readonly string[] }[];
  /** Allows `/co/authenticate`, only for pages of the allowed web origins. */
  cross_origin_authentication?: boolean;
  /** Page that proves an embedded login to the tenant if the cookie of the login was blocked. */
  cross_origin_loc?: string;
  /** Belongs to another company: users are asked for consent. */
  is_third_party?: boolean;
  /** Allows custom token exchange, with profiles of the type `custom_authentication`. */
  allows_token_exchange?: boolean;
}

/** An API that access tokens can be issued for. */
export interface ResourceServer {
  audience: string;
  name: string;
  /** Scopes that a user's token may have. */
  user_scopes: readonly string[];
  /** Requires the user's consent for every client. */
  requires_consent?: boolean;
}
