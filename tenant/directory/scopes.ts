import type { ResourceServer } from "./clients.ts";

/** Scopes of a user's own token for the Management API. */
export const currentUserScopes = [
  "read:current_user",
  "delete:current_user",
  "create:current_user_metadata",
  "update:current_user_metadata",
  "delete:current_user_metadata",
  "create:current_user_device_credentials",
  "delete:current_user_device_credentials",
  "update:current_user_identities",
];

const table: [verbs: string, resources: string][] = [
  [
    "create read update delete",
    `actions agents authentication_methods client_credentials client_grants clients
     connection_profiles connections custom_domains custom_signing_keys directory_provisionings
     email_provider encryption_keys event_streams experimentation flows flows_vault_connections
     forms hooks log_streams network_acls organization_connections organization_discovery_domains
     organizations phone_providers phone_templates rate_limit_policies resource_servers roles rules
     scim_config self_service_profiles token_exchange_profiles user_attribute_profiles users
     vdcs_templates organization_clients`,
  ],
  ["read update delete", "branding refresh_tokens rules_configs sessions"],
  [
    "read delete",
    `anomaly_blocks current_user device_credentials flows_executions grants groups
     guardian_enrollments`,
  ],
  [
    "read update",
    `attack_protection client_keys event_deliveries guardian_factors mfa_policies prompts
     self_service_profile_custom_texts tenant_settings`,
  ],
  ["create read update", "connections_keys email_templates signing_keys"],
  [
    "create read delete",
    `group_roles organization_client_grants organization_group_roles organization_invitations
     organization_member_roles organization_members role_members scim_token network_acl_keys`,
  ],
  ["create delete", "current_user_device_credentials sso_access_tickets"],
  [
    "read",
    `client_summary events group_members logs logs_users organization_groups
     organization_member_effective_roles organization_member_role_source_groups
     organizations_summary stats user_effective_permissions user_effective_roles user_idp_tokens
     user_permission_source_roles user_role_source_groups`,
  ],
  [
    "update",
    `client_token_vault_privileged_access current_user_identities current_user_metadata
     users_app_metadata`,
  ],
  ["create", "guardian_enrollment_tickets user_tickets"],
];

/** All scopes of the Management API, including those for the current user. */
export const managementScopes: readonly string[] = [
  ...new Set([
    ...table.flatMap(([verbs, resources]) =>
      resources
        .split(/\s+/)
        .flatMap((resource) => verbs.split(" ").map((verb) => `${verb}:${resource}`)),
    ),
    ...currentUserScopes,
  ]),
];

/** The OpenID Connect scopes that this tenant supports (Core, sections 5.4 and 11). */
export const openIdScopes: readonly string[] = [
  "openid",
  "profile",
  "email",
  "phone",
  "offline_access",
];

/** Splits a space-separated scope value (RFC 6749, section 3.3) and removes duplicates. */
export function splitScope(scope: string | undefined): string[] {
  return [...new Set((scope ?? "").split(" ").filter((part) => part !== ""))];
}

/** Returns the scopes of OpenID Connect and the scopes that users may have at an API. */
export function listKnownScopes(api: ResourceServer | undefined): Set<string> {
  return new Set([...openIdScopes, ...(api?.user_scopes ?? [])]);
}
