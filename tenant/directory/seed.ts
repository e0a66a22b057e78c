import type { Client, ResourceServer } from "./clients.ts";
import { grantTypes } from "./grant-types.ts";
import type { Action, ConnectionProfile } from "../management/profile-schemas.ts";
import { currentUserScopes, managementScopes } from "./scopes.ts";
import { leakedPassword, type User } from "./users.ts";

/**
 * Redirect URLs of an extension's login windows in Chromium and Firefox. The first label is the id
 * of the package, which each store assigns.
 */
const extensionRedirects: readonly string[] = [
  "https://*.chromiumapp.org/",
  "https://*.extensions.allizom.org/",
];

/**
 * The origin of the pages of a package for testers in Chromium. In Firefox, each installation has
 * its own.
 */
const extensionOrigin = "chrome-extension://monofljdnmneaoeelggekmdfelhaajhc";

/** The creation time of all seeded users. */
export const seededAt = "2026-01-05T08:00:00.000Z";

/** Returns the clients of a new tenant. `issuer` ends with a slash, a demo origin does not. */
export function seedClients(issuer: string, demoOrigins: readonly string[]): Client[] {
  const homeUrls = demoOrigins.map((origin) => `${origin}/`);
  const singlePage = {
    token_endpoint_auth_method: "none",
    is_global: false,
    grant_types: ["implicit", ...grantTypes.filter((grant) => grant !== "client_credentials")],
    cross_origin_authentication: true,
    cross_origin_loc: `${demoOrigins[0] ?? ""}/cross-origin`,
    allows_token_exchange: true,
    callbacks: [
      ...extensionRedirects,
      `${extensionOrigin}/`,
      ...homeUrls,
      ...homeUrls.flatMap((home) => [`${home}callback`, `${home}popup`]),
    ],
    web_origins: [...demoOrigins, extensionOrigin],
    allowed_logout_urls: [...homeUrls, ...demoOrigins, ...extensionRedirects],
    grants: [],
  } as const;
  const machine = {
    token_endpoint_auth_method: "client_secret_post",
    id_token_signing_alg: "RS256",
    grant_types: ["client_credentials"],
    callbacks: [],
    web_origins: [],
    allowed_logout_urls: [],
    grants: [{ audience: `${issuer}api/v2/`, scopes: managementScopes }],
  } as const;
  return [
    {
      ...singlePage,
      client_id: "demo-spa",
      name: "Demo single-page app",
      client_secret: "demo-spa-secret-that-no-browser-ever-sees",
      id_token_signing_alg: "RS256",
    },
    {
      ...singlePage,
      client_id: "demo-hs256",
      name: "Demo app with HS256 ID tokens",
      client_secret: "demo-hs256-secret-that-no-browser-ever-sees",
      id_token_signing_alg: "HS256",
    },
    {
      ...singlePage,
      client_id: "demo-partner",
      name: "Partner's app",
      client_secret: "demo-partner-secret-that-no-browser-ever-sees",
      id_token_signing_alg: "RS256",
      is_third_party: true,
      cross_origin_authentication: false,
      allows_token_exchange: false,
    },
    {
      ...machine,
      client_id: "demo-management",
      name: "Demo management client",
      client_secret: "demo-management-secret",
      is_global: true,
    },
    {
      ...machine,
      client_id: "demo-service",
      name: "Demo service without Management API access",
      client_secret: "demo-service-secret",
      is_global: false,
    },
  ];
}

/**
 * Returns the APIs of a new tenant: the Management API for users' own data, and two demo
 * APIs.
 */
export function seedResourceServers(issuer: string): ResourceServer[] {
  return [
    { audience: `${issuer}api/v2/`, name: "Management API", user_scopes: currentUserScopes },
    {
      audience: "https://reports.demo.example/",
      name: "Demo reports",
      user_scopes: ["read:reports", "write:reports"],
    },
    {
      audience: "https://ledger.demo.example/",
      name: "Demo ledger",
      user_scopes: ["read:ledger"],
      requires_consent: true,
    },
  ];
}

/**
 * Returns the users of a new tenant: two ordinary users, one with a second factor, one with a
 * leaked password, and one with a username.
 */
export function seedUsers(): User[] {
  const base = { email_verified: true, created_at: seededAt, updated_at: seededAt };
  return [
    {
      ...base,
      user_id: "auth0|65f1c0ada000000000000001",
      email: "ada@example.com",
      password: "correct-horse-1",
      name: "Ada Lovelace",
      nickname: "ada",
      picture: "https://pictures.tenant.example/ada.png",
    },
    {
      ...base,
      user_id: "auth0|65f1c0face00000000000002",
      email: "grace@example.com",
      password: "battery-staple-2",
      name: "Grace Hopper",
      nickname: "grace",
      picture: "https://pictures.tenant.example/grace.png",
    },
    {
      ...base,
      user_id: "auth0|65f1c0fac700000000000003",
      email: "mary@example.com",
      password: "second-factor-3",
      name: "Mary Somerville",
      nickname: "mary",
      picture: "https://pictures.tenant.example/mary.png",
      multifactor: ["email"],
    },
    {
      ...base,
      user_id: "auth0|65f1c01eaced000000000004",
      email: "sofia@example.com",
      password: leakedPassword,
      name: "Sofia Kovalevskaya",
      nickname: "sofia",
      picture: "https://pictures.tenant.example/sofia.png",
    },
    {
      ...base,
      user_id: "auth0|65f1c0e00000000000000005",
      connection: "Demo-Usernames",
      username: "emmy",
      email: "emmy@example.com",
      password: "Noether-1882",
      name: "Emmy Noether",
      nickname: "emmy",
      picture: "https://pictures.tenant.example/emmy.png",
    },
  ];
}

/**
 * Returns the actions of a new tenant: one that a token exchange profile can use, one that is not
 * deployed, and one with another trigger.
 */
export function seedActions(): Action[] {
  return [
    {
      id: "act_demo_legacy",
      name: "Exchange legacy tokens",
      is_deployed: true,
      supported_triggers: ["custom-token-exchange"],
    },
    {
      id: "act_demo_draft",
      name: "Exchange partner tokens (draft)",
      is_deployed: false,
      supported_triggers: ["custom-token-exchange"],
    },
    {
      id: "act_demo_post_login",
      name: "Add roles after login",
      is_deployed: true,
      supported_triggers: ["post-login"],
    },
  ];
}

/** Returns the connection profiles of a new tenant. */
export function seedConnectionProfiles(): ConnectionProfile[] {
  return [
    {
      id: "cop_8vQ2mWkT5nRdXb7LcYpHsJ",
      name: "workforce",
      organization: { show_as_button: "required", assign_membership_on_login: "required" },
      connection_name_prefix_template: "acme-{org_id}",
      enabled_features: ["scim", "universal_logout"],
      connection_config: {},
      strategy_overrides: {
        okta: { enabled_features: ["scim"], connection_config: {} },
        waad: { enabled_features: ["universal_logout"] },
      },
    },
    {
      id: "cop_3hFzK9gNwP6tVxEaQrMuBd",
      name: "partners",
      organization: { show_as_button: "optional", assign_membership_on_login: "none" },
      connection_name_prefix_template: "p-{org_name}",
      enabled_features: [],
      connection_config: {},
      strategy_overrides: null,
    },
  ];
}
