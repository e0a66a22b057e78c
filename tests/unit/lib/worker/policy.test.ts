import { describe, expect, test } from "vitest";

import { goodCredential, openWorker, tenantDetails, tenantOrigin } from "./inspector-harness.ts";

const managed = { domain: tenantOrigin, name: "Production", readOnly: true };

/** Starts the worker of a browser with this policy. */
async function openManaged(policy: unknown, worker = openWorker()) {
  worker.browser.policy = policy;
  await worker.restart();
  await worker.inspector.wake();
  return worker;
}
const listTenants = async ({ snapshot }: ReturnType<typeof openWorker>) =>
  (await snapshot()).tenants.map(({ tenant }) => tenant);

describe("a tenant of the organisation", () => {
  test("is there and selected at the first start, and asks for the rest", async () => {
    const worker = await openManaged({ tenants: [managed] });
    const { tenants, selectedId, policy } = await worker.snapshot();
    expect(tenants).toMatchObject([
      { tenant: { name: "Production", isReadOnly: true, clientId: "" } },
    ]);
    expect(tenants[0]?.ref).toBeDefined();
    expect(selectedId).toBe(tenantOrigin);
    expect(policy).toEqual({ tenantIds: [tenantOrigin], neverRemembers: false });
  });

  test("keeps the user's own values, but not against what the organisation has set", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", { ...tenantDetails, colour: "blue" });
    await openManaged({ tenants: [managed] }, worker);
    await worker.send("tenant.save", { ...tenantDetails, colour: "green", isReadOnly: false });
    expect(await listTenants(worker)).toMatchObject([
      { name: "Production", isReadOnly: true, clientId: "demo-spa", colour: "green" },
    ]);
  });

  test("cannot be forgotten alone, and the error says whom to ask", async () => {
    const worker = await openManaged({ tenants: [managed] });
    await expect(worker.send("tenant.forget", { tenantId: tenantOrigin })).rejects.toMatchObject({
      code: "managed",
      message: expect.stringContaining("administrator"),
    });
    await worker.send("everything.forget", {});
    expect(await listTenants(worker)).toMatchObject([{ name: "Production" }]);
  });

  test("stays the user's own once the organisation takes it from the policy", async () => {
    const worker = await openManaged({ tenants: [managed] });
    worker.browser.policy = {};
    await worker.inspector.policyChanged();
    expect((await worker.snapshot()).policy).toBeUndefined();
    await worker.send("tenant.forget", { tenantId: tenantOrigin });
    expect(await listTenants(worker)).toEqual([]);
  });
});

describe("an organisation that allows no remembered credential", () => {
  const policy = { neverRememberCredentials: true };
  const remembered = {
    tenantId: tenantOrigin,
    credential: goodCredential,
    remembering: "device",
  } as const;

  test("has the worker refuse one, and keeps one in memory", async () => {
    const worker = await openManaged(policy);
    await worker.send("tenant.save", tenantDetails);
    await expect(worker.send("credential.save", remembered)).rejects.toMatchObject({
      code: "managed",
      message: expect.stringContaining("does not allow a remembered credential"),
    });
    await worker.send("credential.save", { ...remembered, remembering: "session" });
    expect(worker.local.values.has("sealedCredentials")).toBe(false);
  });

  test("has the worker forget one from before", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    await worker.send("credential.save", remembered);
    expect(worker.deviceKeys.kept.size).toBe(1);
    await openManaged(policy, worker);
    expect((await worker.snapshot()).tenants[0]?.credential).toBeUndefined();
    expect(worker.deviceKeys.kept.size).toBe(0);
  });
});

test("the organisation's limits of the log are upper limits", async () => {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  await openManaged({ maxEvents: 1_000, maxDays: 60 }, worker);
  expect((await listTenants(worker))[0]?.stream.keep).toEqual({ events: 1_000, days: 30 });
});

test("an unreadable policy changes nothing, and the pages say why", async () => {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  await openManaged({ tenants: [managed], maxDays: "7" }, worker);
  const { policy, tenants } = await worker.snapshot();
  expect(policy?.problem).toContain("“maxDays”");
  expect(tenants).toMatchObject([{ tenant: { name: "Local", isReadOnly: false } }]);
});

test("the organisation's tenants do not exceed the limit of tenants, or the settings would be unreadable", async () => {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  const tenants = Array.from({ length: 50 }, (_, place) => ({ domain: `t${place}.example` }));
  await openManaged({ tenants }, worker);
  await worker.send("tenant.select", { tenantId: tenantOrigin });
  await worker.restart();
  const { tenants: listed, trouble } = await worker.snapshot();
  expect(trouble).toBeUndefined();
  expect(listed).toHaveLength(50);
  expect(listed[0]?.tenant.name).toBe("Local");
});

test("a tenant that the organisation names twice is one", async () => {
  const worker = await openManaged({ tenants: [managed, { ...managed, name: "Again" }] });
  expect(await listTenants(worker)).toMatchObject([{ name: "Again" }]);
});
