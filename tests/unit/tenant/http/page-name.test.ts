import { expect, test } from "vitest";
import { createTenant } from "../../../../tenant/app.ts";
import { origin } from "../open-tenant.ts";

test.each([
  [{}, "Local tenant"],
  [{ name: "Sandbox" }, "Sandbox"],
])("the pages of a tenant with %j are headed %s", async (given, name) => {
  const tenant = createTenant({ origin, demoOrigins: [], ...given });
  const [page, controls] = await Promise.all(
    ["/missing", "/_control"].map(
      async (path) => await (await tenant.fetch(new Request(`${origin}${path}`))).text(),
    ),
  );
  expect(page).toContain(`<p class="tenant">${name}</p>`);
  expect(controls).toContain(`<h1>${name}</h1>`);
});
