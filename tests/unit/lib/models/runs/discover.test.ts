import { expect, test } from "vitest";
import { createDiscover } from "../../../../../lib/models/runs/discover.ts";
import { openTenant, origin } from "../../../tenant/open-tenant.ts";

test("returns what the tenant announces, with one request for several calls", async () => {
  const { tenant } = openTenant();
  let requests = 0;
  const discover = createDiscover({
    now: () => 0,
    fetch: async (url, init) => {
      requests += 1;
      return tenant.fetch(new Request(url, init));
    },
  });
  expect(await discover(origin)).toMatchObject({ issuer: `${origin}/`, isOwnService: true });
  await discover(origin);
  expect(requests).toBe(1);
});

test("returns nothing for a tenant that cannot be reached", async () => {
  const discover = createDiscover({
    now: () => 0,
    fetch: () => Promise.reject(new TypeError("failed to fetch")),
  });
  expect(await discover(origin)).toBeUndefined();
});
