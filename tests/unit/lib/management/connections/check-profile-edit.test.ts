import { describe, expect, test } from "vitest";
import { checkProfileEdit } from "../../../../../lib/management/connections/check-profile-edit.ts";
import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";
import { toJsonObject } from "../../../../../lib/management/json.ts";

const base: ConnectionProfile = {
  id: "cop_1",
  name: "workforce",
  organization: { show_as_button: "none" },
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim", "future_feature"],
  connection_config: {},
  strategy_overrides: {
    okta: { enabled_features: ["scim", "future_feature"], more: 1 },
    future: {},
  },
  shade: "dark",
};

const unedited = toJsonObject(base);

/** Returns the fields with errors, and the fields with warnings. */
function checkFields(edit: JsonObject) {
  const { errors, warnings } = checkProfileEdit(base, { ...unedited, ...edit });
  return [errors, warnings].map((messages) => messages.map(({ field }) => field).join());
}

describe("checking an edit of a connection profile", () => {
  test("returns only the changed properties, as plain JSON", () => {
    const edit = { ...unedited, name: "staff", enabled_features: ["future_feature", "scim"] };
    expect(checkProfileEdit(base, edit)).toEqual({
      patch: { name: "staff" },
      changes: [{ path: ["name"], before: "workforce", after: "staff" }],
      errors: [],
      warnings: [],
    });
  });

  test.each<[JsonObject, string]>([
    [{ name: "" }, "name"],
    [{ name: null }, "name"],
    [{ name: "x".repeat(51) }, "name"],
    [{ connection_name_prefix_template: "-a" }, "connection_name_prefix_template"],
    [{ connection_name_prefix_template: "x".repeat(16) }, "connection_name_prefix_template"],
    [{ enabled_features: "scim" }, "enabled_features"],
    [{ enabled_features: ["sso"] }, "enabled_features.0"],
    [{ organization: [] }, "organization"],
    [{ connection_config: 1 }, "connection_config"],
    [{ strategy_overrides: { okta: [] } }, "strategy_overrides.okta"],
    [
      { strategy_overrides: { samlp: { enabled_features: ["scim", "sso"] } } },
      "strategy_overrides.samlp.enabled_features.1",
    ],
    [{ id: "cop_2" }, "id"],
    [{ name: "", enabled_features: ["sso"] }, "name,enabled_features.0"],
  ])("names each field that breaks a rule: %j", (edit, fields) => {
    expect(checkFields(edit)[0]).toBe(fields);
  });

  test("accepts values that the service itself returned, even unknown values", () => {
    expect(checkFields({ enabled_features: ["future_feature"] })).toEqual(["", ""]);
    const strategy_overrides = {
      okta: { enabled_features: ["universal_logout", "future_feature"], more: 1 },
      future: {},
      waad: { enabled_features: ["scim"] },
    };
    expect(checkFields({ strategy_overrides })).toEqual(["", ""]);
    const check = checkProfileEdit(base, { ...unedited, strategy_overrides });
    expect(check).toMatchObject({ patch: { strategy_overrides } });
  });

  test("rejects an unknown feature that the service returned elsewhere", () => {
    expect(
      checkFields({ strategy_overrides: { ad: { enabled_features: ["future_feature"] } } })[0],
    ).toBe("strategy_overrides.ad.enabled_features.0");
  });

  test.each<[JsonObject, string]>([
    [{ colour: "red" }, "colour"],
    [{ strategy_overrides: { okta: { tint: 1 } } }, "strategy_overrides.okta.tint"],
    [{ strategy_overrides: { auth: {} } }, "strategy_overrides.auth"],
  ])("warns of a new unknown property: %j", (edit, field) => {
    const check = checkProfileEdit(base, { ...unedited, ...edit });
    expect(check).toMatchObject({ patch: edit, errors: [], warnings: [{ field }] });
  });

  test("warns of values that the service may reject, even beside errors", () => {
    const edit = { name: "", organization: { show_as_button: "maybe" } };
    expect(checkFields(edit)).toEqual(["name", "organization.show_as_button"]);
    expect(checkFields({ connection_config: { a: 1 } })).toEqual(["", "connection_config"]);
  });

  test("warns that an omitted property does not change", () => {
    const { shade: _, ...edit } = unedited;
    const { patch, warnings } = checkProfileEdit(base, edit);
    expect(patch).toEqual({});
    expect(warnings.map(({ field }) => field)).toEqual(["shade"]);
  });
});
