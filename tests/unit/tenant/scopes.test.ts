import { describe, expect, it } from "vitest";
import { managementScopes } from "../../../tenant/scopes.ts";

describe("the scope table", () => {
  it("has 253 scopes of 91 resources, each a verb and a resource [authn.management.scope-names]", () => {
    expect(managementScopes).toHaveLength(253);
    expect(new Set(managementScopes.map((scope) => scope.split(":")[1])).size).toBe(91);
    for (const scope of managementScopes) {
      expect(scope).toMatch(/^(?:create|read|update|delete):[a-z_]+$/);
    }
  });
});
