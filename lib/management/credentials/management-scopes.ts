export type ScopeVerb = "create" | "read" | "update" | "delete";

export const scopeVerbs = {
  c: "create",
  r: "read",
  u: "update",
  d: "delete",
} as const satisfies Record<string, ScopeVerb>;

// The table of the interface description: the verbs of each resource.
const table: readonly (readonly [verbs: (keyof typeof scopeVerbs)[], resources: string])[] = [
  [
    ["c", "r", "u", "d"],
    "actions agents authentication_methods client_credentials client_grants clients connection_profiles connections " +
      "custom_domains custom_signing_keys directory_provisionings email_provider encryption_keys event_streams " +
      "experimentation flows flows_vault_connections forms hooks log_streams network_acls organization_connections " +
      "organization_discovery_domains organizations phone_providers phone_templates rate_limit_policies " +
      "resource_servers roles rules scim_config self_service_profiles token_exchange_profiles " +
      "user_attribute_profiles users vdcs_templates organization_clients",
  ],
  [["r", "u", "d"], "branding refresh_tokens rules_configs sessions"],
  [
    ["r", "d"],
    "anomaly_blocks current_user device_credentials flows_executions grants groups guardian_enrollments",
  ],
  [
    ["r", "u"],
    "attack_protection client_keys event_deliveries guardian_factors mfa_policies prompts " +
      "self_service_profile_custom_texts tenant_settings",
  ],
  [["c", "r", "u"], "connections_keys email_templates signing_keys"],
  [
    ["c", "r", "d"],
    "group_roles organization_client_grants organization_group_roles organization_invitations " +
      "organization_member_roles organization_members role_members scim_token network_acl_keys",
  ],
  [["c", "d"], "current_user_device_credentials sso_access_tickets"],
  [
    ["r"],
    "client_summary events group_members logs logs_users organization_groups " +
      "organization_member_effective_roles organization_member_role_source_groups organizations_summary stats " +
      "user_effective_permissions user_effective_roles user_idp_tokens user_permission_source_roles " +
      "user_role_source_groups",
  ],
  [
    ["u"],
    "client_token_vault_privileged_access current_user_identities current_user_metadata users_app_metadata",
  ],
  [["c"], "guardian_enrollment_tickets user_tickets"],
];

// The scopes of a user's own token (interface description: authentication, client library, 2). Two
// of them are not in the table.
const currentUserScopes: readonly string[] = [
  "read:current_user",
  "update:current_user_identities",
  "create:current_user_metadata",
  "update:current_user_metadata",
  "delete:current_user_metadata",
  "create:current_user_device_credentials",
  "delete:current_user_device_credentials",
];

/** All scopes of the Management API, with those of the current user. */
export const allManagementScopes: ReadonlySet<string> = new Set([
  ...table.flatMap(([verbs, resources]) =>
    resources
      .split(" ")
      .flatMap((resource) => verbs.map((verb) => `${scopeVerbs[verb]}:${resource}`)),
  ),
  ...currentUserScopes,
]);
