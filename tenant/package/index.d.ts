/** Options of a tenant with its demo web app. */
export interface StartOptions {
  /** Port of the tenant, 4400 by default; the next free port if it is in use; 0 for any. */
  port?: number;
  /** Port of the demo web app, 4401 by default; like `port`. */
  demoPort?: number;
  /** File that keeps the state over restarts; one tenant at a time may use it. */
  dataFile?: string;
  /** Data that the tenant begins with, beside its own. */
  seed?: TenantSeed;
  /** Text that all identifiers are derived from; identifiers are unguessable without it. */
  idSeed?: string;
  /** Faults that are planted from the start. */
  faults?: readonly FaultName[];
  /** Serves https, with a new self-signed certificate. */
  isHttps?: boolean;
  /** Host name of the tenant, `localhost` by default. The name must resolve to this machine. */
  hostname?: string;
}

/** A tenant with its demo web app, reachable only from this machine. */
export interface RunningTenant {
  /** Origin of the tenant; the issuer is the origin with a slash. */
  origin: string;
  /** Origins of the demo web app: localhost first, then 127.0.0.1. */
  demoOrigins: readonly [string, string];
  /** The certificate of both ports, PEM; only with `isHttps`. */
  certificate?: string;
  /** Returns clients with secrets, users with passwords, and URLs. */
  describe(): TenantDescription;
  /** Closes streams, connections and ports, and writes the state. */
  stop(): Promise<void>;
}

/**
 * Starts a tenant and its demo web app; resolves when both accept requests.
 *
 * @throws {TypeError} if an option has a wrong type
 * @throws {Error} if the seed is not valid, no port is free, or the data file cannot be used
 */
export function startTenant(options?: StartOptions): Promise<RunningTenant>;

/** The names of `PUT /_control/faults`. */
export type FaultName =
  | "hs256-accepted"
  | "wrong-key"
  | "create-refused"
  | "patch-not-applied"
  | "stream-silent"
  | "email-verified-boolean"
  | "global-limit-reached"
  | "message-lost"
  | "audience-ignored"
  | "errors-redirected"
  | "user-access-denied"
  | "verification-required";

/** Data of a seed. An entry replaces the tenant's own entry with the same identifier. */
export interface TenantSeed {
  users?: SeedUser[];
  clients?: SeedClient[];
  apis?: SeedApi[];
  actions?: SeedAction[];
  connection_profiles?: SeedConnectionProfile[];
}

export interface SeedUser {
  email: string;
  password: string;
  user_id?: string;
  /** Name of the database; `Demo-Usernames` is the one whose users have a `username`. */
  connection?: "Username-Password-Authentication" | "Demo-Usernames";
  username?: string;
  name?: string;
  nickname?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
  /** True by default. */
  email_verified?: boolean;
  blocked?: boolean;
  /** Second factors; the tenant sends a code by email. */
  multifactor?: "email"[];
  user_metadata?: Record<string, unknown>;
  app_metadata?: Record<string, unknown>;
}

export interface SeedClient {
  client_id: string;
  name?: string;
  /** A client with a secret is confidential, unless `token_endpoint_auth_method` says otherwise. */
  client_secret?: string;
  token_endpoint_auth_method?: "none" | "client_secret_post";
  callbacks?: string[];
  web_origins?: string[];
  allowed_logout_urls?: string[];
  grant_types?: GrantType[];
  id_token_signing_alg?: "RS256" | "HS256";
  cross_origin_authentication?: boolean;
  is_third_party?: boolean;
  allows_token_exchange?: boolean;
  /** Allows the Management API. */
  is_global?: boolean;
  /** APIs and scopes of the client credentials grant. */
  grants?: { audience: string; scopes: string[] }[];
}

export type GrantType =
  | "implicit"
  | "authorization_code"
  | "client_credentials"
  | "refresh_token"
  | "http://auth0.com/oauth/grant-type/password-realm"
  | "http://auth0.com/oauth/grant-type/passwordless/otp"
  | "http://auth0.com/oauth/grant-type/mfa-otp"
  | "urn:ietf:params:oauth:grant-type:token-exchange";

export interface SeedApi {
  audience: string;
  name?: string;
  /** Scopes that a user's token may have. */
  user_scopes?: string[];
  /** Asks for consent also if the client is the tenant's own. */
  requires_consent?: boolean;
}

export interface SeedAction {
  id: string;
  name?: string;
  /** True by default. */
  is_deployed?: boolean;
  /** `["custom-token-exchange"]` by default. */
  supported_triggers?: string[];
}

/** The fields of the Management API. */
export interface SeedConnectionProfile {
  name: string;
  organization?: {
    show_as_button?: "none" | "optional" | "required";
    assign_membership_on_login?: "none" | "optional" | "required";
  };
  connection_name_prefix_template?: string;
  enabled_features?: ("scim" | "universal_logout")[];
  connection_config?: Record<string, never>;
  strategy_overrides?: Partial<
    Record<
      "pingfederate" | "ad" | "adfs" | "waad" | "google-apps" | "okta" | "oidc" | "samlp",
      {
        enabled_features?: ("scim" | "universal_logout")[];
        connection_config?: Record<string, never>;
      }
    >
  >;
}

/** The data that people and scripts need to use the tenant. */
export interface TenantDescription {
  issuer: string;
  management_base_url: string;
  control_url: string;
  demo_origins: readonly string[];
  clients: {
    client_id: string;
    name: string;
    /** Missing for a public client. */
    client_secret?: string;
    is_global: boolean;
    id_token_signing_alg: string;
    grant_types: readonly string[];
    callbacks: readonly string[];
    web_origins: readonly string[];
    allowed_logout_urls: readonly string[];
  }[];
  users: {
    user_id: string;
    email: string;
    username?: string;
    password: string;
    name: string;
    connection: string;
  }[];
  audiences: { audience: string; name: string }[];
  actions: {
    id: string;
    name: string;
    is_deployed: boolean;
    supported_triggers: readonly string[];
  }[];
  connection_profiles: { id: string; name: string }[];
}
