import { describe, expect, test } from "vitest";

import { loginOriginOf, tenantSchema } from "../../../../lib/messages/tenant.ts";

describe("the tenant schema", () => {
  const tenant = { id: "t1", name: "Acme", origin: "https://acme.example", clientId: "app" };

  test("accepts a tenant as the form sends it", () => {
    expect(tenantSchema.safeParse(tenant).success).toBe(true);
  });

  test.each([
    { origin: "https://acme.example/" },
    { origin: "https://acme.example/path" },
    { origin: "https://acme.example?x" },
    { origin: "javascript:alert(1)" },
    { origin: "acme.example" },
    { origin: "http://acme.example" },
    { origin: "https://*" },
    { origin: "https://*.example" },
    { origin: "https://acme.example:99999" },
    { origin: "https://somebody@acme.example" },
    { origin: "https://ACME.example" },
    { customOrigin: "https://*" },
    { name: "" },
    { name: "x".repeat(61) },
    { clientId: "x".repeat(201) },
    { id: "" },
  ])("rejects a tenant with %j", (change) => {
    expect(tenantSchema.safeParse({ ...tenant, ...change }).success).toBe(false);
  });

  test("fills the missing fields of an earlier version with defaults", () => {
    expect(tenantSchema.parse(tenant)).toMatchObject({
      colour: "none",
      isReadOnly: false,
      stream: { mode: "always", eventTypes: [], defaultRule: "badge" },
    });
  });
});

test("the login origin is the custom domain if one is set", () => {
  const origin = "https://acme.example";
  expect(loginOriginOf({ origin })).toBe(origin);
  expect(loginOriginOf({ origin, customOrigin: "https://login.acme.example" })).toBe(
    "https://login.acme.example",
  );
});
