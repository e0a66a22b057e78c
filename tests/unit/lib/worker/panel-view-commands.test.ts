import { expect, test } from "vitest";
import { openWorker, tenantDetails, tenantOrigin } from "./inspector-harness.ts";

const other = "https://acme.example";
const authorize = { operation: "authorize", way: "page" } as const;
const signup = { operation: "signup", way: "extension" } as const;

async function openWithTenants() {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  await worker.addTenant(other);
  return worker;
}

test("merges the changes of several panels", async () => {
  const worker = await openWithTenants();
  await Promise.all([
    worker.send("panel-view.keep", { changes: { tab: "run", runs: { [other]: signup } } }),
    worker.send("panel-view.keep", { changes: { flowShare: 30 } }),
    worker.send("panel-view.keep", { changes: { runs: { [tenantOrigin]: authorize } } }),
  ]);
  expect(await worker.stores.panelView.read()).toEqual({
    tab: "run",
    flowShare: 30,
    runs: { [other]: signup, [tenantOrigin]: authorize },
  });
});

test("keeps nothing of a tenant that is not stored", async () => {
  const worker = await openWithTenants();
  await worker.send("panel-view.keep", { changes: { runs: { [other]: signup } } });
  await worker.send("tenant.forget", { tenantId: other });
  expect(await worker.stores.panelView.read()).toEqual({ runs: {} });
  await worker.send("panel-view.keep", { changes: { tab: "run", runs: { [other]: signup } } });
  expect(await worker.stores.panelView.read()).toEqual({ tab: "run", runs: {} });
});

test("replaces a damaged view", async () => {
  const worker = await openWithTenants();
  await worker.stores.panelView.write("damaged");
  await worker.send("panel-view.keep", { changes: { tab: "tokens" } });
  expect(await worker.stores.panelView.read()).toEqual({ tab: "tokens", runs: {} });
});

test("a removal of everything waits for a change that is being stored", async () => {
  const worker = await openWithTenants();
  const keeping = worker.send("panel-view.keep", { changes: { tab: "tokens" } });
  await worker.send("everything.forget", {});
  await keeping;
  expect(worker.local.values.has("panelView")).toBe(false);
});
