import { describe, expect, test } from "vitest";
import { checkProfileEdit } from "../../../../../lib/management/connections/check-profile-edit.ts";
import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";

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

/** Returns the fields with errors, or "ok", and the fields with warnings. */
function checkFields(edit: object, isRaw = false) {
  const check = checkProfileEdit(base, edit, { isRaw });
  return [
    check.ok ? "ok" : check.errors.map(({ field }) => field).join(),
    check.warnings.map(({ field }) => field).join(),
  ];
}

describe("checking an edit of a connection profile", () => {
  test("returns only the changed properties, as plain JSON", () => {
    const edit = { name: "staff", enabled_features: ["future_feature", "scim"], shade: "dark" };
    expect(checkProfileEdit(base, edit)).toEqual({
      ok: true,
      patch: { name: "staff" },
      changes: [{ path: ["name"], before: "workforce", after: "staff" }],
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
  ])("names each field that breaks a rule, in the form and as raw JSON: %j", (edit, fields) => {
    expect(checkFields(edit)[0]).toBe(fields);
    expect(checkFields(edit, true)[0]).toBe(fields);
  });

  test("accepts values that the service itself returned, even unknown values", () => {
    expect(checkFields({ enabled_features: ["future_feature"] })).toEqual(["ok", ""]);
    const strategy_overrides = {
      okta: { enabled_features: ["universal_logout", "future_feature"], more: 1 },
      future: {},
      waad: { enabled_features: ["scim"] },
    };
    expect(checkFields({ strategy_overrides })).toEqual(["ok", ""]);
    const check = checkProfileEdit(base, { strategy_overrides });
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
  ])(
    "rejects a new unknown property in the form, and warns of it in raw JSON: %j",
    (edit, field) => {
      expect(checkFields(edit)).toEqual([field, ""]);
      const raw = checkProfileEdit(base, { ...base, ...edit }, { isRaw: true });
      expect(raw).toMatchObject({ ok: true, patch: edit, warnings: [{ field }] });
    },
  );

  test("warns of values that the service may reject, even beside errors", () => {
    const edit = { name: "", organization: { show_as_button: "maybe" } };
    expect(checkFields(edit)).toEqual(["name", "organization.show_as_button"]);
    expect(checkFields({ connection_config: { a: 1 } })).toEqual(["ok", "connection_config"]);
  });

  test("warns that a property omitted from raw JSON does not change", () => {
    const { shade: _, ...edit } = { ...base };
    expect(checkFields(edit, true)).toEqual(["ok", "shade"]);
    expect(checkFields({}, false)).toEqual(["ok", ""]);
  });
});
