import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkConnectionProfile } from "./check-connection-profile.ts";
import {
  connectionStrategies,
  connectionProfileSchema,
  previewPrefix,
} from "../../../../../lib/management/connections/connection-profile.ts";

/** Returns the fields with errors, or "ok". */
function check(patch: unknown) {
  const check = checkConnectionProfile(patch);
  return check.ok ? "ok" : check.errors.map(({ field }) => field).join();
}

const checkTemplate = (template: unknown) => check({ connection_name_prefix_template: template });

describe("the form of a connection profile", () => {
  test("accepts any of its fields, or none", { tags: ["management.patch.body-optional"] }, () => {
    expect(check({})).toBe("ok");
    expect(check({ name: "workforce", organization: {}, enabled_features: ["scim"] })).toBe("ok");
  });

  test.each([
    ["", "name"],
    ["a", "ok"],
    ["a".repeat(50), "ok"],
    ["a".repeat(51), "name"],
    [null, "name"],
  ])(
    "accepts a name of 1 to 50 characters: %j",
    { tags: ["cp.name.length", "limits.cp-name"] },
    (name, verdict) => {
      expect(check({ name })).toBe(verdict);
    },
  );

  test.each([
    ["", "ok"],
    ["acme-{org_id}", "ok"],
    ["{org_name}", "ok"],
    ["A1-b-", "ok"],
    ["-acme", "connection_name_prefix_template"],
    ["a--b", "connection_name_prefix_template"],
    ["{org_id}--a", "connection_name_prefix_template"],
    ["{org}", "connection_name_prefix_template"],
    ["a_b", "connection_name_prefix_template"],
    ["a b", "connection_name_prefix_template"],
    ["ä", "connection_name_prefix_template"],
    ["a\n", "connection_name_prefix_template"],
    [7, "connection_name_prefix_template"],
  ])(
    "accepts a template that matches the pattern: %j",
    { tags: ["cp.prefix-template.pattern"] },
    (template, verdict) => {
      expect(checkTemplate(template)).toBe(verdict);
    },
  );

  test(
    "accepts a template of at most 15 characters, placeholders as written",
    { tags: ["limits.prefix-template"] },
    () => {
      expect(checkTemplate("a".repeat(15))).toBe("ok");
      expect(checkTemplate("a".repeat(16))).toBe("connection_name_prefix_template");
      expect(checkTemplate("acmecorp{org_id}")).toBe("connection_name_prefix_template");
    },
  );

  test.each([
    ["-a", /start with a hyphen/u],
    ["a--b", /consecutive hyphens/u],
    ["a_b", /letters, digits, hyphens/u],
    ["a".repeat(16), /not exceed 15/u],
  ])("names the problem of the template %j", (template, words) => {
    const check = checkConnectionProfile({ connection_name_prefix_template: template });
    expect(check.ok ? "" : check.errors[0]?.message).toMatch(words);
  });

  test("accepts every valid random template, and rejects every invalid one", () => {
    const piece = fc.constantFrom("a", "Z", "0", "-", "{org_id}", "{org_name}", "_", "{", "}", "é");
    const template = fc.array(piece, { maxLength: 8 });
    const agrees = (pieces: string[]) => {
      const text = pieces.join("");
      const isRight =
        text.length <= 15 &&
        !text.startsWith("-") &&
        !text.includes("--") &&
        pieces.every((item) => !["_", "{", "}", "é"].includes(item));
      return (checkTemplate(text) === "ok") === isRight;
    };
    const run = fc.check(fc.property(template, agrees), { numRuns: 2000 });
    expect(run).toMatchObject({ failed: false, counterexample: null });
  });

  test.each([
    [[], "ok"],
    [["scim", "universal_logout"], "ok"],
    [["sso"], "enabled_features.0"],
    ["scim", "enabled_features"],
  ])(
    "accepts only the features scim and universal_logout: %j",
    { tags: ["cp.enabled-features.values"] },
    (features, verdict) => {
      expect(check({ enabled_features: features })).toBe(verdict);
    },
  );

  test.each([[[]], ["x"], [null], [1]])(
    "requires objects for object properties: not %j",
    { tags: ["cp.organization.object", "cp.connection-config.object"] },
    (value) => {
      expect(check({ organization: value, connection_config: value })).toBe(
        "organization,connection_config",
      );
    },
  );

  test(
    "accepts overrides for the eight strategies only",
    { tags: ["cp.strategy-overrides.keys"] },
    () => {
      const override = { enabled_features: ["scim"], connection_config: {} };
      const overrides = Object.fromEntries(connectionStrategies.map((name) => [name, override]));
      expect(connectionStrategies).toHaveLength(8);
      expect(check({ strategy_overrides: overrides })).toBe("ok");
      expect(check({ strategy_overrides: { github: override } })).toBe("strategy_overrides.github");
      expect(check({ strategy_overrides: { okta: { enabled_features: ["sso"] } } })).toBe(
        "strategy_overrides.okta.enabled_features.0",
      );
      expect(check({ strategy_overrides: { okta: { extra: 1 } } })).toBe(
        "strategy_overrides.okta.extra",
      );
    },
  );

  test("rejects an unknown property", () => {
    expect(check({ id: "cop_1", name: "x" })).toBe("id");
  });

  test("only warns of inner values that the service does not document", () => {
    const check = checkConnectionProfile({
      organization: { show_as_button: "maybe", assign_membership_on_login: "required" },
      connection_config: { a: 1 },
      strategy_overrides: { okta: { connection_config: { b: 2 } } },
    });
    expect(check.ok).toBe(true);
    expect(check.warnings.map(({ field }) => field)).toEqual([
      "organization.show_as_button",
      "connection_config",
      "strategy_overrides.okta.connection_config",
    ]);
  });
});

test("a returned profile may contain null overrides and unknown members", () => {
  const profile = {
    id: "cop_1",
    name: "x",
    strategy_overrides: null,
    enabled_features: ["new"],
    extra: { a: 1 },
  };
  expect(connectionProfileSchema.parse(profile)).toEqual(profile);
});

test("a template preview replaces the placeholders with the organization's id and name", () => {
  expect(previewPrefix("acme-{org_id}", { id: "org_42", name: "$&" })).toBe("acme-org_42");
  expect(previewPrefix("{org_name}-x", { id: "org_42", name: "$&" })).toBe("$&-x");
});
