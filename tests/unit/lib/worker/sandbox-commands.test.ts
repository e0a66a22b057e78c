import { describe, expect, test } from "vitest";
import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import { createTenant } from "../../../../tenant/app.ts";
import { sandboxOrigin } from "../../../../lib/messages/domain.ts";
import type { SettingsFile } from "../../../../lib/messages/settings.ts";
import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import { catchRemoteError, openWorker, tenantDetails } from "./inspector-harness.ts";

/** Opens a worker whose sandbox is a tenant in this process, with secrets of its own. */
function openWithSandbox({ isUnreadable = false } = {}) {
  const create = () =>
    createTenant({
      origin: sandboxOrigin,
      demoOrigins: [],
      controlHosts: [new URL(sandboxOrigin).hostname],
      secretOf: (clientId) => `secret of ${clientId} ${seen.creations}`,
    });
  const seen = { starts: 0, creations: 0, removals: 0 };
  /** The stored sandbox, which can start, or a stored state that cannot be read. */
  let stored: ReturnType<typeof create> | "unreadable" | undefined = isUnreadable
    ? "unreadable"
    : undefined;
  const worker = openWorker({
    async fetch(url, init) {
      if (typeof stored !== "object")
        return Response.json({ statusCode: 500, message: "hunter2" }, { status: 500 });
      return await stored.fetch(new Request(url, init));
    },
    sandbox: {
      async create() {
        if (stored !== undefined) return;
        seen.creations += 1;
        stored = create();
      },
      async start() {
        seen.starts += 1;
        return stored !== undefined;
      },
      async remove() {
        if (stored === undefined) return;
        seen.removals += 1;
        stored = undefined;
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
    const worker = openWorker({
      fetch: () => Promise.reject(new TypeError("hunter2")),
      sandbox: {
        create: async () => undefined,
        start: async () => false,
        remove: async () => undefined,
      },
    });
    const error = await catchRemoteError(worker.send("sandbox.open", {}));
    expect(error).toMatchObject({
      code: "sandbox-not-started",
      message: "The sandbox did not start. Close and open this page, then try again.",
    });
    expect(await worker.stores.settings.settings.read()).toBeUndefined();
  });

  test("starts over if a state is stored that no tenant refers to", async () => {
    const { worker, seen } = openWithSandbox({ isUnreadable: true });
    const { tenant } = await worker.send("sandbox.open", {});
    expect(tenant.id).toBe(sandboxOrigin);
    expect(seen).toMatchObject({ removals: 1, creations: 1 });
  });

  test("twice at the same time begins one sandbox", async () => {
    const { worker, seen } = openWithSandbox();
    await Promise.all([worker.send("sandbox.open", {}), worker.send("sandbox.open", {})]);
    expect(seen).toMatchObject({ removals: 0, creations: 1 });
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

  test("starts it for a page whose request it did not receive, unless it was removed", async () => {
    const { worker, seen } = openWithSandbox();
    expect(await worker.send("sandbox.start", {})).toEqual({ isStarted: false });
    await worker.send("sandbox.open", {});
    expect(await worker.send("sandbox.start", {})).toEqual({ isStarted: true });
    expect(seen.creations).toBe(1);
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

  test("it while it is being opened leaves none", async () => {
    const { worker, seen } = openWithSandbox();
    await Promise.all([
      worker.send("sandbox.open", {}),
      worker.send("tenant.forget", { tenantId: sandboxOrigin }),
    ]);
    expect(await worker.snapshot()).toMatchObject({ tenants: [] });
    expect(seen).toMatchObject({ creations: 1, removals: 1 });
  });

  test("it just before it is opened leaves a new one, which accepts its credential", async () => {
    const { worker, seen } = openWithSandbox();
    await worker.send("sandbox.open", {});
    await Promise.all([
      worker.send("tenant.forget", { tenantId: sandboxOrigin }),
      worker.send("sandbox.open", {}),
    ]);
    expect(seen).toMatchObject({ creations: 2, removals: 1 });
    const request = { tenantId: sandboxOrigin };
    expect(await worker.send("token-exchange-profile.list", request)).toEqual({ profiles: [] });
  });

  test("everything deletes what it stored", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    await worker.send("everything.forget", {});
    expect(worker.dropped).toContain("sandbox");
  });
});

describe("resetting unreadable settings", () => {
  test("ends the sandbox, whose entry is gone, and leaves the events of other tenants", async () => {
    const { worker, seen } = openWithSandbox();
    await worker.send("sandbox.open", {});
    const log = await openEventLog({ indexedDB: worker.stores.indexedDB });
    const other = "https://acme.example";
    for (const id of [sandboxOrigin, other])
      await log.append(id, { at: 1, position: { cursor: "c" } });
    worker.stores.settings.settings.damage();
    await worker.send("settings.reset", {});
    expect(seen.removals).toBe(1);
    expect(await log.tenantIds()).toEqual([other]);
    expect(worker.stores.credentials.kept.text).toBeUndefined();
    expect(await worker.send("sandbox.start", {})).toEqual({ isStarted: false });
    log.close();
  });

  test("succeeds without the event log, and leaves the rest to the next worker", async () => {
    const { worker, seen } = openWithSandbox();
    await worker.send("sandbox.open", {});
    await worker.restart();
    worker.stores.indexedDB.isBroken = true;
    worker.stores.settings.settings.damage();
    await worker.send("settings.reset", {});
    expect(await worker.snapshot()).toMatchObject({ tenants: [] });
    worker.stores.indexedDB.isBroken = false;
    await worker.restart();
    await worker.inspector.wake();
    expect(seen.removals).toBe(1);
  });
});

describe("importing a file with the sandbox", () => {
  const file: SettingsFile = {
    kind: "tenant-inspector-settings",
    version: 2,
    exportedAt: "2026-11-21T08:00:00.000Z",
    tenants: [
      {
        id: sandboxOrigin,
        origin: sandboxOrigin,
        stream: defaultStreamPreferences,
        name: "Sandbox",
        clientId: "demo-spa",
        colour: "none",
        isReadOnly: false,
      },
    ],
  };

  test("asks for no approval of its reserved name, and makes it ready to start", async () => {
    const { worker, seen } = openWithSandbox();
    const preview = await worker.send("settings.preview", { file });
    expect(preview.tenants).toMatchObject([{ origin: sandboxOrigin, isAdded: true }]);
    expect(preview.tenants[0]).not.toHaveProperty("newLoginOrigin");
    const imported = await worker.send("settings.import", { file, loginOrigins: [] });
    expect(imported).toMatchObject({ added: ["Sandbox"], leftOut: [] });
    expect(await worker.send("sandbox.start", {})).toEqual({ isStarted: true });
    expect(seen.creations).toBe(1);
  });

  test("stores nothing if the sandbox cannot be created", async () => {
    const worker = openWorker({
      sandbox: {
        create: () => Promise.reject(new DOMException("hunter2", "QuotaExceededError")),
        start: async () => false,
        remove: async () => undefined,
      },
    });
    await catchRemoteError(worker.send("settings.import", { file, loginOrigins: [] }));
    expect(await worker.stores.settings.settings.read()).toBeUndefined();
  });

  test("leaves no sandbox if the settings cannot be stored", async () => {
    const { worker, seen } = openWithSandbox();
    worker.stores.settings.settings.write = () => Promise.reject(new Error("hunter2"));
    await catchRemoteError(worker.send("settings.import", { file, loginOrigins: [] }));
    expect(seen).toMatchObject({ creations: 1, removals: 1 });
  });

  test("keeps what a listed sandbox has stored", async () => {
    const { worker, seen } = openWithSandbox();
    await worker.send("sandbox.open", {});
    await worker.send("settings.import", { file, loginOrigins: [] });
    expect(seen).toMatchObject({ creations: 1, removals: 0 });
  });
});
