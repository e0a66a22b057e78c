import { describe, expect, test } from "vitest";
import { currentUserScopes, managementScopes } from "../../../../tenant/directory/scopes.ts";
import { openTenant } from "../open-tenant.ts";

/** The table of the interface description, written a second time: verbs, row, resources. */
const table: [verbs: string, row: string, resources: string][] = [
  [
    "create read update delete",
    "authn.scopes.crud",
    "actions agents authentication_methods client_credentials client_grants clients connection_profiles connections custom_domains custom_signing_keys directory_provisionings email_provider encryption_keys event_streams experimentation flows flows_vault_connections forms hooks log_streams network_acls organization_connections organization_discovery_domains organizations phone_providers phone_templates rate_limit_policies resource_servers roles rules scim_config self_service_profiles token_exchange_profiles user_attribute_profiles users vdcs_templates organization_clients",
  ],
  ["read update delete", "authn.scopes.rud", "branding refresh_tokens rules_configs sessions"],
  [
    "read delete",
    "authn.scopes.rd",
    "anomaly_blocks current_user device_credentials flows_executions grants groups guardian_enrollments",
  ],
  [
    "read update",
    "authn.scopes.ru",
    "attack_protection client_keys event_deliveries guardian_factors mfa_policies prompts self_service_profile_custom_texts tenant_settings",
  ],
  ["create read update", "authn.scopes.cru", "connections_keys email_templates signing_keys"],
  [
    "create read delete",
    "authn.scopes.crd",
    "group_roles organization_client_grants organization_group_roles organization_invitations organization_member_roles organization_members role_members scim_token network_acl_keys",
  ],
  ["create delete", "authn.scopes.cd", "current_user_device_credentials sso_access_tickets"],
  [
    "read",
    "authn.scopes.r",
    "client_summary events group_members logs logs_users organization_groups organization_member_effective_roles organization_member_role_source_groups organizations_summary stats user_effective_permissions user_effective_roles user_idp_tokens user_permission_source_roles user_role_source_groups",
  ],
  [
    "update",
    "authn.scopes.u",
    "client_token_vault_privileged_access current_user_identities current_user_metadata users_app_metadata",
  ],
  ["create", "authn.scopes.c", "guardian_enrollment_tickets user_tickets"],
];

/** The verbs that the current-user scopes add to those of the table. */
const added: Record<string, string[]> = { current_user_metadata: ["create", "delete"] };

function listVerbs(resource: string): string[] {
  return managementScopes
    .filter((scope) => scope.split(":")[1] === resource)
    .map((scope) => scope.split(":")[0] ?? "")
    .toSorted();
}

describe("the scope table", () => {
  test(
    "has 253 scopes of 91 resources, each with a verb and a resource",
    { tags: ["authn.management.scope-names"] },
    () => {
      expect(managementScopes).toHaveLength(253);
      expect(new Set(managementScopes).size).toBe(253);
      expect(new Set(managementScopes.map((scope) => scope.split(":")[1])).size).toBe(91);
      for (const scope of managementScopes) {
        expect(scope).toMatch(/^(?:create|read|update|delete):[a-z_]+$/);
      }
    },
  );

  for (const [verbs, row, resources] of table) {
    test(`allows ${verbs} for the resources of the row, and no other verb`, { tags: [row] }, () => {
      for (const resource of resources.split(" ")) {
        const expected = [...verbs.split(" "), ...(added[resource] ?? [])].toSorted();
        expect([resource, listVerbs(resource)]).toEqual([resource, expected]);
      }
    });
  }

  test("contains the scopes of a token for the current user", () => {
    expect(currentUserScopes).toContain("read:current_user");
    expect(managementScopes).toEqual(expect.arrayContaining(currentUserScopes));
  });

  test("can be granted as a whole to a management client", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const payload: unknown = JSON.parse(atob(token.split(".")[1] ?? ""));
    expect(payload).toMatchObject({ scope: managementScopes.join(" ") });
  });
});
