import { describe, expect, test } from "vitest";
import { openTenant, readJson, type OpenTenant } from "../open-tenant.ts";
import { matching } from "../matchers.ts";

const workforce = "/api/v2/connection-profiles/cop_8vQ2mWkT5nRdXb7LcYpHsJ";
const partners = "/api/v2/connection-profiles/cop_3hFzK9gNwP6tVxEaQrMuBd";

async function patch(open: OpenTenant, body: unknown, path = workforce): Promise<Response> {
  return await open.call(await open.getToken(), "PATCH", path, body);
}

describe("updating a connection profile", () => {
  test(
    "returns 200 with the whole profile, and keeps the fields that are not in the request",
    {
      tags: [
        "service.connection-profile.update",
        "management.patch.response",
        "management.patch.body-optional",
      ],
    },
    async () => {
      const open = openTenant();
      const response = await patch(open, { name: "staff", enabled_features: ["scim"] });
      const expected = {
        id: "cop_8vQ2mWkT5nRdXb7LcYpHsJ",
        name: "staff",
        organization: { show_as_button: "required", assign_membership_on_login: "required" },
        connection_name_prefix_template: "acme-{org_id}",
        enabled_features: ["scim"],
        connection_config: {},
        strategy_overrides: {
          okta: { enabled_features: ["scim"], connection_config: {} },
          waad: { enabled_features: ["universal_logout"] },
        },
      };
      expect(response.status).toBe(200);
      expect(await readJson(response)).toEqual(expected);
      const read = await open.call(await open.getToken(), "GET", workforce);
      expect(await readJson(read)).toEqual(expected);
    },
  );

  test("replaces a whole object with the object of the request", async () => {
    const response = await patch(openTenant(), {
      organization: { show_as_button: "none" },
      strategy_overrides: { samlp: { enabled_features: [] } },
    });
    expect(await readJson(response)).toMatchObject({
      organization: { show_as_button: "none" },
      strategy_overrides: { samlp: { enabled_features: [] } },
    });
  });

  test("keeps unset overrides null, and accepts an empty change", async () => {
    const response = await patch(openTenant(), {}, partners);
    expect(await readJson(response)).toMatchObject({ name: "partners", strategy_overrides: null });
  });

  test("accepts a form with nested names", async () => {
    const open = openTenant();
    const response = await open.send(workforce, {
      method: "PATCH",
      headers: { authorization: `Bearer ${await open.getToken()}` },
      body: new URLSearchParams([
        ["name", "staff"],
        ["organization[show_as_button]", "optional"],
        ["enabled_features[]", "universal_logout"],
      ]),
    });
    expect(await readJson(response)).toMatchObject({
      name: "staff",
      organization: { show_as_button: "optional" },
      enabled_features: ["universal_logout"],
    });
  });

  test.each([
    ["pingfederate"],
    ["ad"],
    ["adfs"],
    ["waad"],
    ["google-apps"],
    ["okta"],
    ["oidc"],
    ["samlp"],
  ])("accepts overrides for %s", { tags: ["cp.strategy-overrides.keys"] }, async (strategy) => {
    const change = { strategy_overrides: { [strategy]: { connection_config: {} } } };
    expect((await patch(openTenant(), change)).status).toBe(200);
  });

  test.each(["", "acme-{org_id}-x", "{org_name}", "a-b-c", "x{org_id}y"])(
    "accepts the prefix template %j",
    { tags: ["cp.prefix-template.pattern"] },
    async (template) => {
      const change = { connection_name_prefix_template: template };
      expect((await patch(openTenant(), change)).status).toBe(200);
    },
  );

  const refused: [title: string, change: unknown][] = [
    ["an unknown property", { colour: "red" }],
    ["an id", { id: "cop_1" }],
    ["an empty name", { name: "" }],
    ["a name of 51 characters", { name: "a".repeat(51) }],
    ["a null", { name: null }],
    ["a template of 16 characters", { connection_name_prefix_template: "a".repeat(16) }],
    ["a template with a leading hyphen", { connection_name_prefix_template: "-a" }],
    ["a template with a double hyphen", { connection_name_prefix_template: "a--b" }],
    ["a template with an unknown placeholder", { connection_name_prefix_template: "{org}" }],
    ["a template with an underscore", { connection_name_prefix_template: "a_b" }],
    ["an unknown feature", { enabled_features: ["magic"] }],
    ["features that are not a list", { enabled_features: "scim" }],
    ["a filled connection_config", { connection_config: { a: 1 } }],
    ["an unknown strategy", { strategy_overrides: { github: {} } }],
    ["an unknown key of a strategy", { strategy_overrides: { okta: { name: "x" } } }],
    ["a strategy's unknown feature", { strategy_overrides: { okta: { enabled_features: [""] } } }],
    ["an unknown organization key", { organization: { name: "x" } }],
    ["an unknown organization value", { organization: { show_as_button: "maybe" } }],
  ];
  test.each(refused)(
    "rejects %s and does not change the profile",
    {
      tags: ["cp.organization.object", "cp.enabled-features.values", "cp.connection-config.object"],
    },
    async (_title, change) => {
      const open = openTenant();
      const response = await patch(open, change);
      expect(await readJson(response)).toMatchObject({
        statusCode: 400,
        errorCode: "invalid_body",
      });
      const read = await readJson(await open.call(await open.getToken(), "GET", workforce));
      expect(read).toMatchObject({ name: "workforce" });
    },
  );

  test(
    "accepts a name of 1 and of 50 characters, and a template of 15",
    { tags: ["limits.cp-name", "cp.name.length", "limits.prefix-template"] },
    async () => {
      for (const change of [
        { name: "n" },
        { name: "é".repeat(50) },
        { connection_name_prefix_template: "a".repeat(15) },
      ]) {
        const response = await patch(openTenant(), change);
        expect(await readJson(response)).toMatchObject(change);
      }
    },
  );

  test("names the path of an invalid nested value", async () => {
    const change = { strategy_overrides: { okta: { enabled_features: ["magic"] } } };
    expect(await readJson(await patch(openTenant(), change))).toMatchObject({
      message:
        "Payload validation error: 'No enum match for: magic' on property strategy_overrides.okta.enabled_features.0.",
    });
  });

  test(
    "returns 404 for an unknown ID, and 400 for a malformed ID",
    { tags: ["management.patch.path-id"] },
    async () => {
      const absent = await patch(
        openTenant(),
        {},
        `/api/v2/connection-profiles/cop_${"a".repeat(22)}`,
      );
      expect(await readJson(absent)).toEqual({
        statusCode: 404,
        error: "Not Found",
        message: "Connection profile not found.",
      });
      const malformed = await patch(openTenant(), {}, "/api/v2/connection-profiles/workforce");
      expect(await readJson(malformed)).toMatchObject({
        statusCode: 400,
        errorCode: "invalid_uri",
      });
    },
  );

  test("returns 200 without a change under the fault patch-not-applied", async () => {
    const open = openTenant();
    await open.control("PUT", "faults", { "patch-not-applied": true });
    const response = await patch(open, { name: "staff" });
    expect(response.status).toBe(200);
    expect(await readJson(response)).toMatchObject({ name: "workforce" });
  });
});

describe("listing connection profiles", () => {
  test("pages with take and from", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const first = await readJson(
      await open.call(token, "GET", "/api/v2/connection-profiles?take=1"),
    );
    expect(first).toMatchObject({
      connection_profiles: [{ name: "workforce" }],
      next: matching(/./),
    });
    expect(
      await readJson(await open.call(token, "GET", "/api/v2/connection-profiles")),
    ).toMatchObject({ connection_profiles: [{ name: "workforce" }, { name: "partners" }] });
    const tooMany = await open.call(token, "GET", "/api/v2/connection-profiles?take=11");
    expect(tooMany.status).toBe(400);
    const twice = await open.call(token, "GET", "/api/v2/connection-profiles?take=1&take=2");
    expect(twice.status).toBe(400);
  });
});
