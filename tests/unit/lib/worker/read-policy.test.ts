import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { readPolicy } from "../../../../lib/worker/read-policy.ts";

const whole = {
  tenants: [
    {
      domain: "acme.example",
      customDomain: "login.acme.example",
      name: "Production",
      clientId: "app",
      colour: "red",
      readOnly: true,
    },
  ],
  neverRememberCredentials: true,
  maxEvents: 1_000,
  maxDays: 7,
};

test("a policy names tenants by their domains, and the limits", () => {
  expect(readPolicy(whole)).toEqual({
    policy: {
      tenants: [
        {
          origin: "https://acme.example",
          customOrigin: "https://login.acme.example",
          name: "Production",
          clientId: "app",
          colour: "red",
          isReadOnly: true,
        },
      ],
      neverRemembers: true,
      maxEvents: 1_000,
      maxDays: 7,
    },
  });
});

test("a value that a policy does not name is not set by it", () => {
  expect(readPolicy({ tenants: [{ domain: "acme.example" }] })).toEqual({
    policy: { tenants: [{ origin: "https://acme.example" }], neverRemembers: false },
  });
});

test.each([undefined, null, {}, "text"])("%o is no policy", (stored) => {
  expect(readPolicy(stored)).toBeUndefined();
});

test.each([
  [{ tenants: [{ name: "Acme" }] }, "“tenants.0.domain” is missing"],
  [{ tenants: [{ domain: "acme.example/path" }] }, "The domain “acme.example/path”"],
  [{ tenants: [{ domain: "a.example", customDomain: "http://b" }] }, "The domain “http://b”"],
  [{ maxEvents: 5 }, "“maxEvents”"],
  [{ neverRememberCredentials: "yes" }, "“neverRememberCredentials”"],
])("%o is not applied, and the reason names the place", (stored, words) => {
  expect(readPolicy(stored)).toEqual({ problem: expect.stringContaining(words) });
});

test("the schema file for Chromium has the names that are read", () => {
  const file: unknown = JSON.parse(readFileSync("public/managed-policy.json", "utf8"));
  const names = Object.keys(whole);
  const tenantNames = Object.keys(whole.tenants[0] ?? {});
  const listed = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, expect.anything()]));
  expect(file).toMatchObject({
    properties: {
      ...listed(names),
      tenants: { items: { properties: listed(tenantNames), required: ["domain"] } },
    },
  });
});
