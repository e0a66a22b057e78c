import { describe, expect, test } from "vitest";

import { loginOriginOf, tenantSchema } from "../../../../lib/messages/tenant.ts";

describe("what a tenant may hold", () => {
  const tenant = { id: "t1", name: "Acme", origin: "https://acme.example", clientId: "app" };

  test("a tenant as the form sends it fits", () => {
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
    { clientId: "" },
    { clientId: "x".repeat(201) },
    { id: "" },
  ])("a tenant with %j does not", (change) => {
    expect(tenantSchema.safeParse({ ...tenant, ...change }).success).toBe(false);
  });

  test("what a tenant of an earlier version does not say is what nobody asked for", () => {
    expect(tenantSchema.parse(tenant)).toMatchObject({
      colour: "none",
      isReadOnly: false,
      stream: { mode: "always", eventTypes: [], defaultRule: "badge" },
    });
  });
});

test("logins go to the custom domain when there is one", () => {
  const origin = "https://acme.example";
  expect(loginOriginOf({ origin })).toBe(origin);
  expect(loginOriginOf({ origin, customOrigin: "https://login.acme.example" })).toBe(
    "https://login.acme.example",
  );
});
