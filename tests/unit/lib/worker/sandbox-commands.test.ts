import { describe, expect, test } from "vitest";
import { createTenant } from "../../../../tenant/app.ts";
import { sandboxOrigin } from "../../../../lib/messages/domain.ts";
import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import { catchRemoteError, openWorker, tenantDetails } from "./inspector-harness.ts";

/** Opens a worker whose sandbox is a tenant in this process, with secrets of its own. */
function openWithSandbox({ isUnreadable = false } = {}) {
  const sandbox = createTenant({
    origin: sandboxOrigin,
    demoOrigins: [],
    controlHosts: [new URL(sandboxOrigin).hostname],
    secretOf: (clientId) => `secret of ${clientId}`,
  });
  const seen = { starts: 0, removals: 0 };
  const hasState = () => !isUnreadable || seen.removals > 0;
  const worker = openWorker({
    fetch: async (url, init) =>
      hasState()
        ? await sandbox.fetch(new Request(url, init))
        : Response.json({ statusCode: 500, message: "hunter2" }, { status: 500 }),
    sandbox: {
      async start() {
        seen.starts += 1;
      },
      async remove() {
        seen.removals += 1;
      },
    },
  });
  return { worker, seen };
}

describe("opening the sandbox", () => {
  test("stores and selects it, with a credential that it accepts", async () => {
    const { worker } = openWithSandbox();
    const { tenant } = await worker.send("sandbox.open", {});
    expect(tenant).toMatchObject({ id: sandboxOrigin, name: "Sandbox", clientId: "demo-spa" });
    expect(await worker.snapshot()).toMatchObject({ selectedId: sandboxOrigin });
    const { profiles } = await worker.send("token-exchange-profile.list", {
      tenantId: sandboxOrigin,
    });
    expect(profiles).toEqual([]);
  });

  test("keeps what the user changed of it, when it is opened again", async () => {
    const { worker } = openWithSandbox();
    const { tenant } = await worker.send("sandbox.open", {});
    const { id: _id, stream: _stream, ...details } = tenant;
    await worker.send("tenant.save", { ...details, name: "Playground", isReadOnly: true });
    const again = await worker.send("sandbox.open", {});
    expect(again.tenant).toMatchObject({ name: "Playground", isReadOnly: true });
  });

  test("says what to do if it does not start, and stores nothing", async () => {
    const worker = openWorker({ fetch: () => Promise.reject(new TypeError("hunter2")) });
    const error = await catchRemoteError(worker.send("sandbox.open", {}));
    expect(error).toMatchObject({
      code: "sandbox-not-started",
      message: "The sandbox did not start. Close and open this page, then try again.",
    });
    expect(await worker.stores.settings.settings.read()).toBeUndefined();
  });

  test("starts over if it cannot read a state that no tenant refers to", async () => {
    const { worker, seen } = openWithSandbox({ isUnreadable: true });
    const { tenant } = await worker.send("sandbox.open", {});
    expect(tenant.id).toBe(sandboxOrigin);
    expect(seen.removals).toBe(1);
  });

  test("keeps the stored state of a tenant in the list", async () => {
    const { worker, seen } = openWithSandbox({ isUnreadable: true });
    const saved = { ...tenantDetails, origin: sandboxOrigin };
    await worker.stores.settings.settings.write({
      version: 2,
      selectedId: sandboxOrigin,
      refs: {},
      tenants: [{ ...saved, id: sandboxOrigin, stream: defaultStreamPreferences }],
    });
    expect(await catchRemoteError(worker.send("sandbox.open", {}))).toMatchObject({
      code: "sandbox-not-started",
    });
    expect(seen.removals).toBe(0);
  });

  test("starts it for a page whose request it did not receive", async () => {
    const { worker, seen } = openWithSandbox();
    await worker.send("sandbox.start", {});
    expect(seen.starts).toBe(1);
  });
});

describe("forgetting", () => {
  test("the sandbox deletes what it stored, and forgetting another tenant does not", async () => {
    const { worker, seen } = openWithSandbox();
    await worker.send("sandbox.open", {});
    await worker
      .send("tenant.forget", { tenantId: "https://other.example" })
      .catch(() => undefined);
    expect(seen.removals).toBe(0);
    await worker.send("tenant.forget", { tenantId: sandboxOrigin });
    expect(seen.removals).toBe(1);
    expect(await worker.snapshot()).toMatchObject({ tenants: [] });
  });

  test("everything deletes what it stored", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    await worker.send("everything.forget", {});
    expect(worker.dropped).toContain("sandbox");
  });
});
