import { expect, test } from "vitest";

import { labelTenants } from "../../../../../lib/models/tenants/label-tenants.ts";

test("tenants of one name are told apart by their hosts, others go by their names", () => {
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
