import { toJsonObject } from "../../../../../lib/management/json.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  connectionProfileSchema,
  type ConnectionProfile,
} from "../../../../../lib/management/connections/connection-profile.ts";
import { invertPatch } from "../../../../../lib/management/connections/undo-patch.ts";
import { connect } from "../in-process-tenant.ts";

const before: ConnectionProfile = {
  id: "cop_1",
  name: "workforce",
  organization: { show_as_button: "none", more: 1 },
  connection_name_prefix_template: null,
  enabled_features: ["scim"],
  connection_config: {},
  strategy_overrides: null,
  shade: "dark",
};

describe("the inverse of a patch", () => {
  test("restores only the values that the patch changed", () => {
    expect(invertPatch({ name: "staff", enabled_features: [] }, before)).toEqual({
      patch: { name: "workforce", enabled_features: ["scim"] },
      lost: [],
    });
  });

  test("restores whole objects, with members that no form has", () => {
    const sent = { organization: { show_as_button: "required" } };
    expect(invertPatch(sent, before).patch).toEqual({
      organization: { show_as_button: "none", more: 1 },
    });
  });

  test("sets an empty value for an unset property, because a body must not contain null", () => {
    const sent = {
      connection_name_prefix_template: "a-{org_id}",
      strategy_overrides: { okta: { enabled_features: [] } },
    };
    expect(invertPatch(sent, before)).toEqual({
      patch: { connection_name_prefix_template: "", strategy_overrides: {} },
      lost: [],
    });
  });

  test("omits values that the patch repeated", () => {
    const sent = { name: "workforce", connection_config: {}, strategy_overrides: {} };
    expect(invertPatch(sent, before)).toEqual({ patch: {}, lost: [] });
  });

  test("restores unknown properties, and names those that it cannot remove", () => {
    expect(invertPatch({ shade: "light", tint: 3, constructor: 1 }, before)).toEqual({
      patch: { shade: "dark" },
      lost: ["tint", "constructor"],
    });
  });

  test("restores every profile after every patch, if a patch replaces its properties", () => {
    const features = fc.subarray(["scim", "universal_logout"] as const);
    const profile = fc.record({
      name: fc.constantFrom("a", "b"),
      organization: fc.constantFrom({}, { show_as_button: "none" }, { show_as_button: "required" }),
      connection_name_prefix_template: fc.constantFrom("", "a", "{org_id}"),
      enabled_features: features,
      strategy_overrides: fc.constantFrom({}, { okta: {} }, { okta: { enabled_features: [] } }),
    });
    const patch = fc.record(
      {
        name: fc.constantFrom("a", "c"),
        organization: fc.constantFrom({}, { show_as_button: "optional" }),
        connection_name_prefix_template: fc.constantFrom("", "b"),
        enabled_features: features,
        strategy_overrides: fc.constantFrom({}, { okta: { enabled_features: [] }, samlp: {} }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(profile, patch, (start, sent) => {
        const undo = invertPatch(
          toJsonObject(sent),
          connectionProfileSchema.parse({ id: "cop_1", ...start }),
        );
        expect({ ...start, ...sent, ...undo.patch }).toEqual(start);
        for (const name of Object.keys(undo.patch)) expect(sent).toHaveProperty(name);
      }),
    );
  });
});

test("undoes a change of the local tenant's profile in one request", async () => {
  const client = connect().logIn();
  const { items } = await client.listConnectionProfiles();
  const sent = {
    name: "changed",
    enabled_features: [],
    strategy_overrides: { okta: { enabled_features: ["scim" as const] } },
  };
  for (const profile of items) {
    expect(await client.updateConnectionProfile(profile.id, sent)).toMatchObject(sent);
    const { patch } = invertPatch(sent, profile);
    const restored = await client.updateConnectionProfile(profile.id, patch);
    expect({ ...restored, strategy_overrides: restored.strategy_overrides ?? {} }).toEqual({
      ...profile,
      strategy_overrides: profile.strategy_overrides ?? {},
    });
  }
});
