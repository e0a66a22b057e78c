import { expect, test } from "vitest";

import { labelTenants } from "../../../../../lib/models/tenants/label-tenants.ts";

test("distinguishes tenants with the same name by their hosts", () => {
  const make = (id: string, name: string) => ({ id, name, origin: id });
  const tenants = [
    make("https://a.example", "Acme"),
    make("https://b.example:8443", "Acme"),
    make("https://c.example", "Initech"),
  ];
  expect(labelTenants(tenants).map(({ label }) => label)).toEqual([
    "Acme (a.example)",
    "Acme (b.example:8443)",
    "Initech",
  ]);
});
