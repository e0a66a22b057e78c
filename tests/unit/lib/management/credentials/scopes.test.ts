import { describe, expect, test } from "vitest";
import { compareScopes } from "../../../../../lib/management/credentials/compare-scopes.ts";
import { operations } from "../../../../../lib/management/calls/operations.ts";
import { allManagementScopes } from "../../../../../lib/management/credentials/management-scopes.ts";
import {
  explainScope,
  parseScope,
  proposeScopes,
} from "../../../../../lib/management/credentials/scopes.ts";
import { currentUserScopes, managementScopes } from "../../../../../tenant/directory/scopes.ts";

/** The initials of a resource's verbs, in the order of the table. */
function verbsOf(resource: string): string {
  const verbs = ["create", "read", "update", "delete"];
  return verbs
    .filter((verb) => allManagementScopes.has(`${verb}:${resource}`))
    .map((verb) => verb.charAt(0))
    .join("");
}

const resources = new Set([...allManagementScopes].map((scope) => scope.split(":")[1] ?? ""));

describe("the table of scopes", () => {
  test("contains 253 scopes on 91 resources", () => {
    expect(allManagementScopes.size).toBe(253);
    expect(resources.size).toBe(91);
  });

  test.each([
    ["crud", 37, ["actions", "token_exchange_profiles", "organization_clients"]],
    ["rud", 4, ["branding", "refresh_tokens", "rules_configs", "sessions"]],
    ["rd", 7, ["anomaly_blocks", "current_user", "guardian_enrollments"]],
    ["ru", 8, ["attack_protection", "tenant_settings"]],
    ["cru", 3, ["connections_keys", "email_templates", "signing_keys"]],
    ["crd", 9, ["group_roles", "scim_token", "network_acl_keys"]],
    ["cd", 2, ["current_user_device_credentials", "sso_access_tickets"]],
    ["r", 15, ["client_summary", "events", "user_role_source_groups"]],
    ["u", 3, ["client_token_vault_privileged_access", "users_app_metadata"]],
    ["c", 2, ["guardian_enrollment_tickets", "user_tickets"]],
    // The table has only u for it. The list for current users adds the other two.
    ["cud", 1, ["current_user_metadata"]],
  ])(
    "contains each row with its verbs: %s of %d resources",
    {
      tags: [
        "authn.scopes.crud",
        "authn.scopes.rud",
        "authn.scopes.rd",
        "authn.scopes.ru",
        "authn.scopes.cru",
        "authn.scopes.crd",
        "authn.scopes.cd",
        "authn.scopes.r",
        "authn.scopes.u",
        "authn.scopes.c",
      ],
    },
    (verbs, count, members) => {
      const row = [...resources].filter((resource) => verbsOf(resource) === verbs);
      expect(row).toHaveLength(count);
      expect(row).toEqual(expect.arrayContaining(members));
    },
  );

  test("equals the separate table of the local tenant", () => {
    expect([...allManagementScopes].toSorted()).toEqual(managementScopes.toSorted());
  });

  test("contains the seven scopes of the current user, all known to the tenant", () => {
    const ofCurrentUser = [
      "read:current_user",
      "update:current_user_identities",
      "create:current_user_metadata",
      "update:current_user_metadata",
      "delete:current_user_metadata",
      "create:current_user_device_credentials",
      "delete:current_user_device_credentials",
    ];
    expect([...allManagementScopes]).toEqual(expect.arrayContaining(ofCurrentUser));
    expect(currentUserScopes).toEqual(expect.arrayContaining(ofCurrentUser));
  });
});

describe("a scope", () => {
  test(
    "consists of a verb, a colon and a resource",
    { tags: ["authn.management.scope-names"] },
    () => {
      expect(parseScope("create:token_exchange_profiles")).toEqual({
        verb: "create",
        resource: "token_exchange_profiles",
      });
      for (const scope of allManagementScopes) {
        const parsed = parseScope(scope);
        expect(`${parsed?.verb}:${parsed?.resource}`).toBe(scope);
      }
    },
  );

  test.each([
    "",
    "openid",
    "create",
    "create:",
    ":users",
    "write:users",
    "update:events",
    "read:users:more",
    " read:users",
    "READ:users",
    "read:__proto__",
  ])("is undefined for text that is not a Management API scope: %j", (scope) => {
    expect(parseScope(scope)).toBeUndefined();
  });

  test("has its own explanation", () => {
    const sentences = [...allManagementScopes].map((scope) => explainScope(scope));
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences)
      expect(sentence).toMatch(/^Allows the bearer to \w+ [^_]+\.$/u);
    expect(explainScope("update:connection_profiles")).toBe(
      "Allows the bearer to update connection profiles.",
    );
    expect(explainScope("read:events")).toBe(
      "Allows the bearer to read the stream of tenant events.",
    );
  });

  test.each(["openid", "profile", "email", "offline_access"])(
    "of OpenID Connect has an explanation too: %s",
    (scope) => {
      expect(explainScope(scope)).toMatch(/^(?:Allows|Requests) .*\.$/u);
    },
  );

  test.each(["", "read:reports", "constructor", "__proto__"])(
    "of another API is not a Management API scope: %j",
    (scope) => {
      expect(explainScope(scope)).toMatch(/^This is not a Management API scope/u);
    },
  );
});

describe("proposing scopes", () => {
  test("returns the minimum for each surface", { tags: ["management.create.scope"] }, () => {
    expect(proposeScopes(["token-exchange-profiles"])).toEqual([
      "create:token_exchange_profiles",
      "delete:token_exchange_profiles",
      "read:token_exchange_profiles",
      "update:token_exchange_profiles",
    ]);
    expect(proposeScopes(["event-stream"])).toEqual(["read:events"]);
    expect(proposeScopes([])).toEqual([]);
  });

  test("joins surfaces without repeating a scope", () => {
    const both = proposeScopes(["connection-profiles", "event-stream", "connection-profiles"]);
    expect(both).toEqual(["read:connection_profiles", "read:events", "update:connection_profiles"]);
  });

  test("omits all changes for a read-only tenant", () => {
    const surfaces = [
      "token-exchange-profiles",
      "connection-profiles",
      "event-stream",
      "current-user",
    ] as const;
    expect(proposeScopes(surfaces, { isReadOnly: true })).toEqual([
      "read:connection_profiles",
      "read:current_user",
      "read:events",
      "read:token_exchange_profiles",
    ]);
    for (const scope of proposeScopes(surfaces)) expect(parseScope(scope)).toBeDefined();
  });

  test("covers every operation of a surface, and no other operation", () => {
    const all = proposeScopes([
      "token-exchange-profiles",
      "connection-profiles",
      "event-stream",
      "current-user",
    ]);
    for (const { surface, scope } of operations)
      expect(proposeScopes(surface === undefined ? [] : [surface]).includes(scope)).toBe(
        surface !== undefined,
      );
    expect(all).not.toContain("create:connection_profiles");
    expect(all).not.toContain("delete:connection_profiles");
  });
});

test("splits the required scopes into granted and missing scopes", () => {
  expect(compareScopes(["a:b", "c:d", "e:f"], ["e:f", "x:y", "a:b"])).toEqual({
    has: ["a:b", "e:f"],
    lacks: ["c:d"],
  });
});
