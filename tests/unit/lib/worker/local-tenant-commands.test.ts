import { describe, expect, test } from "vitest";
import { localTenantOrigin } from "../../../../lib/messages/domain.ts";
import { createTenant } from "../../../../tenant/app.ts";
import { catchRemoteError, openWorker } from "./inspector-harness.ts";

/** Opens a worker on a machine with a tenant that says that it is at an origin. */
function openBeside(origin: string) {
  const tenant = createTenant({
    origin,
    demoOrigins: [],
    controlHosts: [new URL(localTenantOrigin).hostname],
    secretOf: (clientId) => `secret of ${clientId}`,
  });
  return openWorker({ fetch: (url, init) => tenant.fetch(new Request(url, init)) });
}

describe("the local tenant", () => {
  test("is found, stored and selected, with a credential that it accepts", async () => {
    const worker = openBeside(localTenantOrigin);
    expect(await worker.send("local-tenant.find", {})).toEqual({ isRunning: true });
    expect(await worker.stores.settings.settings.read()).toBeUndefined();
    const { tenant } = await worker.send("local-tenant.open", {});
    expect(tenant).toMatchObject({ id: localTenantOrigin, clientId: "demo-spa" });
    expect(await worker.snapshot()).toMatchObject({ selectedId: localTenantOrigin });
    const listed = await worker.send("token-exchange-profile.list", {
      tenantId: localTenantOrigin,
    });
    expect(listed.profiles).toEqual([]);
  });

  test.each([
    ["no server answers", () => openWorker({ fetch: () => Promise.reject(new TypeError("down")) })],
    ["another server answers", () => openWorker({ fetch: async () => new Response("<p>Hello") })],
    ["the server says that it is elsewhere", () => openBeside("http://localhost:9999")],
  ])("is not found if %s, and says how to start it", async (_state, open) => {
    const worker = open();
    expect(await worker.send("local-tenant.find", {})).toEqual({ isRunning: false });
    const error = await catchRemoteError(worker.send("local-tenant.open", {}));
    expect(error).toMatchObject({
      code: "local-tenant-not-found",
      message:
        "No local tenant responded at http://localhost:4400. Start it with “npx tenant-inspector-tenant”, then try again.",
    });
    expect(await worker.stores.settings.settings.read()).toBeUndefined();
  });
});
