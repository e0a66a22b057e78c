import { describe, expect, test } from "vitest";

import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import {
  catchRemoteError,
  exchange,
  openWorker,
  tenantOrigin,
  sessionCredential,
  tenantDetails,
} from "./inspector-harness.ts";

describe("saving a tenant", () => {
  test("stores the checked tenant, and reports the findings", async () => {
    const worker = openWorker();
    const saved = await worker.send("tenant.save", tenantDetails);
    expect(saved).toEqual({
      tenant: { ...tenantDetails, id: tenantOrigin, stream: defaultStreamPreferences },
      issuer: `${tenantOrigin}/`,
      keyCount: 1,
    });
    expect(await worker.stores.settings.settings.read()).toEqual({
      version: 2,
      tenants: [saved.tenant],
      selectedId: tenantOrigin,
      refs: { [tenantOrigin]: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
  });

  test("sends no request without the permission", async () => {
    const worker = openWorker();
    worker.browser.isAllowed = false;
    const error = await catchRemoteError(worker.send("tenant.save", tenantDetails));
    expect(error.code).toBe("no-permission");
    expect(error.message).toContain(tenantOrigin);
    expect(error.message).toContain("Save the tenant again");
    expect(worker.sent).toEqual([]);
  });

  test("names the button that grants the permission if it was removed from a saved tenant", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.browser.isAllowed = false;
    const request = { tenantId: tenantOrigin };
    const error = await catchRemoteError(worker.send("token-exchange-profile.list", request));
    expect(error).toMatchObject({ code: "no-permission" });
    expect(error.message).toContain("Select “Grant access” for this tenant in the options.");
  });

  test.each([
    ["tenant-unreachable", () => Promise.reject<Response>(new TypeError("fetch failed"))],
    ["not-a-tenant", () => new Response("<!doctype html>")],
    ["not-a-tenant", () => Response.json({ issuer: "https://other.example/", jwks_uri: "x" })],
  ])(
    "stores nothing if the check fails with %s, and keeps the previous tenant",
    async (code, answer) => {
      const worker = openWorker();
      await worker.send("tenant.save", tenantDetails);
      const before = worker.stores.settings.settings.text;
      worker.browser.intercept = answer;
      const other = { ...tenantDetails, origin: "https://acme.example" };
      expect((await catchRemoteError(worker.send("tenant.save", other))).code).toBe(code);
      expect(worker.stores.settings.settings.text).toBe(before);
    },
  );

  test("keeps the identity and the credential of the same origin", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    const { tenant } = await worker.send("tenant.save", { ...tenantDetails, name: "Renamed" });
    expect(tenant).toEqual({ ...first, name: "Renamed" });
    expect((await worker.snapshot()).tenants[0]?.credential).toBeDefined();
  });

  test("adds another origin as another tenant, not selected and without a credential", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    const { tenant } = await worker.addTenant();
    expect(tenant.id).not.toBe(first.id);
    const { tenants, selectedId } = await worker.snapshot();
    expect(selectedId).toBe(first.id);
    expect(tenants).toMatchObject([
      { tenant: first, stream: { name: "listening" } },
      { tenant, stream: { why: "not-started" } },
    ]);
    expect(tenants[1]).not.toHaveProperty("credential");
  });

  test("rejects a tenant above the limit, and loses nothing", async () => {
    const worker = openWorker();
    await worker.setUp();
    const known = await worker.stores.settings.settings.read();
    const [tenant] = known?.tenants ?? [];
    if (known === undefined || tenant === undefined) throw new Error("There is no tenant.");
    const tenants = Array.from({ length: 50 }, (_, index) => {
      const origin = `https://tenant-${index}.example`;
      return { ...tenant, id: origin, origin };
    });
    await worker.stores.settings.settings.write({ ...known, tenants });
    const error = await catchRemoteError(worker.send("tenant.save", tenantDetails));
    expect(error).toMatchObject({ code: "too-many-tenants" });
    expect((await worker.stores.settings.settings.read())?.tenants).toEqual(tenants);
  });
});

describe("several tenants", () => {
  test("selecting one shows its events in panel and popup, and the other streams continue", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    const { tenant: second } = await worker.addTenant();
    await worker.send("tenant.select", { tenantId: second.id });
    expect(await worker.snapshot()).toMatchObject({ selectedId: second.id, events: [] });
    await worker.send("tenant.select", { tenantId: first.id });
    const snapshot = await worker.snapshot();
    expect(snapshot).toMatchObject({ selectedId: first.id, events: [{ type: "user.created" }] });
    expect(worker.requestsTo("/api/v2/events")).toHaveLength(1);
  });

  test("forgetting one removes its credential, events and stream, and no other tenant's", async () => {
    const worker = openWorker();
    const first = await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    const { tenant: second } = await worker.addTenant();
    await worker.send("tenant.forget", { tenantId: first.id });
    const { tenants, selectedId } = await worker.snapshot();
    expect({ ids: tenants.map(({ tenant }) => tenant.id), selectedId }).toEqual({
      ids: [second.id],
      selectedId: second.id,
    });
    expect(worker.stores.credentials.kept.text).toBeUndefined();
    await worker.send("tenant.save", tenantDetails);
    expect(await worker.snapshot()).toMatchObject({ events: [], tenants: [{}, { unread: 0 }] });
  });

  test("forgetting one removes its drafts, counts and notifications from the session", async () => {
    const worker = openWorker();
    const { id } = await worker.setUp();
    const { drafts, notified, exchanges } = worker.stores;
    const other = "https://acme.example";
    await drafts.exchange(id).write({ name: "half" });
    await drafts.exchange(other).write({ name: "other" });
    await drafts.connections.write([
      { tenantId: id, profileId: "a" },
      { tenantId: other, profileId: "b" },
    ]);
    await notified.write({ [id]: { sequence: 1, storedAt: 1 } });
    await exchanges.write({ [id]: { failedAt: [] } });
    await worker.send("tenant.forget", { tenantId: id });
    expect(drafts.exchange(id).text).toBeUndefined();
    expect(drafts.exchange(other).text).toContain("other");
    expect(drafts.connections.text).toBe(JSON.stringify([{ tenantId: other, profileId: "b" }]));
    expect([notified.text, exchanges.text]).toEqual([undefined, undefined]);
    await drafts.connections.write([{ tenantId: id, profileId: "a" }]);
    await worker.send("tenant.forget", { tenantId: id });
    expect(drafts.connections.text).toBeUndefined();
  });

  test("forgetting one removes drafts that cannot be read", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const { connections } = worker.stores.drafts;
    await connections.write([{ tenantId: tenantOrigin }]);
    connections.damage();
    await worker.send("tenant.forget", { tenantId: tenantOrigin });
    expect(connections.text).toBeUndefined();
  });

  test.each([
    ["before", false],
    ["after", true],
  ])(
    "a credential that is being checked is not stored if its tenant is forgotten (answer %s)",
    async (_when, isLate) => {
      const worker = openWorker();
      await worker.send("tenant.save", tenantDetails);
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<Response>();
      const real = worker.browser.intercept;
      worker.browser.intercept = (request) => {
        if (request.url.pathname !== "/oauth/token") return real(request);
        asked.resolve();
        return answer.promise;
      };
      const saving = catchRemoteError(worker.send("credential.save", sessionCredential));
      await asked.promise;
      const forgetting = worker.send("tenant.forget", { tenantId: tenantOrigin });
      if (isLate) await forgetting;
      answer.resolve(Response.json({ access_token: "opaque", expires_in: 3_600 }));
      await forgetting;
      expect(await saving).toMatchObject({ code: "no-tenant" });
      expect(worker.stores.credentials.kept.text).toBeUndefined();
    },
  );

  test.each(["tenant.select", "stream.configure"] as const)(
    "%s at an unknown tenant is rejected",
    async (command) => {
      const { send } = openWorker();
      const tenantId = "https://gone.example";
      const work =
        command === "tenant.select"
          ? send(command, { tenantId })
          : send(command, { tenantId, preferences: defaultStreamPreferences });
      expect(await catchRemoteError(work)).toMatchObject({ code: "no-tenant" });
    },
  );
});

describe("a read-only tenant", () => {
  const readOnly = { ...tenantDetails, isReadOnly: true };
  type Confirmed = { tenantId: string; confirmation?: string };
  type Worker = ReturnType<typeof openWorker>;
  const update = { base: { id: "cop_1" }, patch: { name: "Other" }, isUndo: false };
  const changes: [string, (worker: Worker, confirmed: Confirmed) => Promise<unknown>][] = [
    [
      "create",
      ({ send }, given) => send("token-exchange-profile.create", { ...given, body: exchange }),
    ],
    [
      "update",
      ({ send }, given) =>
        send("token-exchange-profile.update", { ...given, id: "tep_1", patch: { name: "Other" } }),
    ],
    [
      "delete",
      ({ send }, given) => send("token-exchange-profile.delete", { ...given, id: "tep_1" }),
    ],
    [
      "patch of a connection profile",
      ({ send }, given) => send("connection-profile.update", { ...given, ...update }),
    ],
  ];

  test.each(changes)("rejects %s without its name, and sends nothing", async (_what, change) => {
    const worker = openWorker();
    const { id: tenantId } = await worker.setUp();
    await worker.send("tenant.save", readOnly);
    const before = worker.sent.length;
    for (const confirmed of [{}, { confirmation: "" }, { confirmation: "local" }]) {
      const error = await catchRemoteError(change(worker, { tenantId, ...confirmed }));
      expect(error).toMatchObject({ code: "read-only", message: expect.stringContaining("Local") });
    }
    expect(worker.sent).toHaveLength(before);
  });

  test("accepts a change with its name", async () => {
    const worker = openWorker();
    const { id: tenantId } = await worker.setUp();
    await worker.send("tenant.save", readOnly);
    const created = worker.send("token-exchange-profile.create", {
      tenantId,
      body: exchange,
      confirmation: " Local ",
    });
    expect(await created).toMatchObject({ kind: "created", profile: exchange });
  });
});
