import { describe, expect, test } from "vitest";
import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import { diffProfileEdit } from "../../../../../lib/management/connections/diff-connection-profile.ts";

const base: ConnectionProfile = {
  id: "cop_1",
  name: "workforce",
  organization: { show_as_button: "required", assign_membership_on_login: "none" },
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim", "universal_logout"],
  connection_config: {},
  strategy_overrides: { okta: { enabled_features: ["scim"], connection_config: {} } },
};
const { id: _, ...untouched } = base;

describe("the difference between a profile and its edited form", () => {
  test("is empty without changes, even if the order of features differs", () => {
    const edited = {
      name: "workforce",
      organization: { assign_membership_on_login: "none", show_as_button: "required" },
      connection_name_prefix_template: "acme-{org_id}",
      enabled_features: ["universal_logout", "scim"],
      connection_config: {},
      strategy_overrides: { okta: { connection_config: {}, enabled_features: ["scim"] } },
    };
    expect(diffProfileEdit(base, edited)).toEqual({ patch: {}, changes: [] });
  });

  test("contains only the changes, with both values", () => {
    expect(diffProfileEdit(base, { name: "staff", enabled_features: ["scim"] })).toEqual({
      patch: { name: "staff", enabled_features: ["scim"] },
      changes: [
        { path: ["name"], before: "workforce", after: "staff" },
        { path: ["enabled_features"], before: ["scim", "universal_logout"], after: ["scim"] },
      ],
    });
  });

  test("contains a changed object as a whole and names the changed member", () => {
    const organization = { show_as_button: "none", assign_membership_on_login: "none" };
    expect(diffProfileEdit(base, { organization })).toEqual({
      patch: { organization },
      changes: [{ path: ["organization", "show_as_button"], before: "required", after: "none" }],
    });
  });

  test("names the changed feature list of one strategy", () => {
    const strategy_overrides = {
      okta: { connection_config: {} },
      waad: { enabled_features: ["scim"] },
    };
    expect(diffProfileEdit(base, { strategy_overrides }).changes).toEqual([
      { path: ["strategy_overrides", "okta", "enabled_features"], before: ["scim"] },
      { path: ["strategy_overrides", "waad", "enabled_features"], after: ["scim"] },
    ]);
  });

  test("shows the removal of all overrides", () => {
    expect(diffProfileEdit(base, { strategy_overrides: {} })).toEqual({
      patch: { strategy_overrides: {} },
      changes: [
        { path: ["strategy_overrides", "okta", "enabled_features"], before: ["scim"] },
        { path: ["strategy_overrides", "okta", "connection_config"], before: {} },
      ],
    });
  });

  test.each([null, undefined])(
    "treats unset overrides (%j) and an empty form as equal",
    (strategy_overrides) => {
      const bare: ConnectionProfile = { id: "cop_1", strategy_overrides };
      const edited = {
        strategy_overrides: {},
        enabled_features: [],
        connection_name_prefix_template: "",
      };
      expect(diffProfileEdit(bare, edited)).toEqual({ patch: {}, changes: [] });
    },
  );

  test("allows an empty template", () => {
    expect(diffProfileEdit(base, { connection_name_prefix_template: "" }).patch).toEqual({
      connection_name_prefix_template: "",
    });
  });

  test("does not mutate the compared profile", () => {
    const before = structuredClone(base);
    diffProfileEdit(base, { name: "y", organization: {} });
    expect(base).toEqual(before);
    expect(Object.keys(untouched)).toHaveLength(6);
  });
});

test("accepts a property name that every object inherits", () => {
  expect(diffProfileEdit(base, { constructor: "x", toString: {} })).toEqual({
    patch: { constructor: "x" },
    changes: [{ path: ["constructor"], after: "x" }],
  });
});
