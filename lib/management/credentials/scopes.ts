import { operations, type Surface } from "../calls/operations.ts";
import { allManagementScopes, scopeVerbs, type ScopeVerb } from "./management-scopes.ts";

/** A parsed scope of the Management API: `create:token_exchange_profiles`. */
export interface ManagementScope {
  verb: ScopeVerb;
  resource: string;
}

/**
 * The scopes for the authentication library's three calls about the current user: reading the
 * profile, changing metadata (adding and overwriting keys) and linking identities. The product
 * needs no other scope of the current user.
 */
const currentUserNeeds: readonly string[] = [
  "read:current_user",
  "create:current_user_metadata",
  "update:current_user_metadata",
  "update:current_user_identities",
];

/** Parses a scope of the Management API; returns undefined for any other text. */
export function parseScope(scope: string): ManagementScope | undefined {
  if (!allManagementScopes.has(scope)) return undefined;
  const [name, resource] = scope.split(":");
  const verb = Object.values(scopeVerbs).find((each) => each === name);
  return verb === undefined || resource === undefined ? undefined : { verb, resource };
}

// Scopes of OpenID Connect (Core 1.0, sections 5.4 and 11), which a user's token also has.
const openidExplanations: Readonly<Record<string, string>> = {
  openid: "Requests an ID token, and allows the bearer to read the ID of the user.",
  profile: "Allows the bearer to read the user's name, picture and other profile claims.",
  email: "Allows the bearer to read the user's email address and whether it is verified.",
  address: "Allows the bearer to read the user's postal address.",
  phone: "Allows the bearer to read the user's phone number and whether it is verified.",
  offline_access:
    "Requests a refresh token for access while the user is offline (Core, section 11).",
};

// The names of resources that are unclear if spaces just replace the underscores.
const resourceNames: Readonly<Record<string, string>> = {
  current_user: "the profile of the token's user",
  current_user_device_credentials: "the device credentials of the token's user",
  current_user_identities: "the linked identities of the token's user",
  current_user_metadata: "the metadata of the token's user",
  email_provider: "the email provider",
  email_templates: "email templates",
  events: "the stream of tenant events",
  logs_users: "the log entries of individual users",
  mfa_policies: "the policies of multi-factor authentication",
  network_acl_keys: "keys of network access control lists",
  network_acls: "network access control lists",
  scim_config: "the SCIM configuration of connections",
  scim_token: "SCIM tokens",
  sso_access_tickets: "single sign-on access tickets",
  stats: "statistics",
  user_idp_tokens: "the tokens that identity providers issued for users",
  users_app_metadata: "the app metadata of users",
};

/** Explains in one sentence what a scope allows, also for an unknown scope. */
export function explainScope(scope: string): string {
  const openId = Object.hasOwn(openidExplanations, scope) ? openidExplanations[scope] : undefined;
  if (openId !== undefined) return openId;
  const parsed = parseScope(scope);
  if (parsed === undefined) {
    return "This is not a Management API scope: it belongs to another API or is misspelled.";
  }
  const { verb, resource } = parsed;
  const name = resourceNames[resource] ?? resource.replaceAll("_", " ");
  return `Allows the bearer to ${verb} ${name}.`;
}

/**
 * Returns the scopes that the chosen surfaces need, sorted. `isReadOnly` omits the scopes that
 * only changes need.
 */
export function proposeScopes(
  surfaces: readonly Surface[],
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): string[] {
  const needed = new Set<string>();
  for (const { surface, scope, isWrite } of operations) {
    if (!surfaces.includes(surface)) continue;
    if (!isReadOnly || !isWrite) needed.add(scope);
  }
  if (surfaces.includes("event-stream")) needed.add("read:events");
  if (surfaces.includes("current-user")) {
    for (const scope of currentUserNeeds) {
      if (!isReadOnly || scope.startsWith("read:")) needed.add(scope);
    }
  }
  return [...needed].toSorted();
}
