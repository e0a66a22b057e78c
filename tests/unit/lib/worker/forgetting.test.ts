import { describe, expect, test } from "vitest";
import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import {
  catchRemoteError,
  openWorker,
  sessionCredential,
  tenantDetails,
  tenantOrigin,
} from "./inspector-harness.ts";
import { holdEventDatabase } from "./hold-event-database.ts";

type Worker = ReturnType<typeof openWorker>;

/** Opens a worker with a remembered credential, an event, a preset and a failed exchange. */
async function openWithData(): Promise<Worker> {
  const worker = openWorker();
  await worker.send("tenant.save", tenantDetails);
  await worker.send("credential.save", { ...sessionCredential, remembering: "device" });
  await worker.reach("listening");
  await worker.createUser("rosa@example.com");
  await worker.until(() => worker.storedIds().length === 1);
  await worker.stores.exchanges.write({ [tenantOrigin]: { failedAt: [1] } });
  await worker.stores.presets.write({ [tenantOrigin]: [{ id: "p1" }] });
  const runs = { [tenantOrigin]: { operation: "authorize", way: "page" } };
  await worker.stores.panelView.write({ tab: "run", runs });
  return worker;
}

/** Lists the tenants with data in the event log, and all that the device storage still names. */
async function listRemains(worker: Worker): Promise<string[]> {
  const log = await openEventLog({ indexedDB: worker.stores.indexedDB });
  const ids = await log.tenantIds();
  log.close();
  const values = [...worker.local.values].filter(([, text]) => text.includes(tenantOrigin));
  const isCopied = worker.local.aside?.includes(tenantOrigin) === true;
  return [
    ...ids.map((id) => `events of ${id}`),
    ...values.map(([key]) => key),
    ...Array.from(worker.deviceKeys.kept.keys(), () => "a device key"),
    ...(isCopied ? ["the copy of the settings"] : []),
  ];
}

/** The commands that forget the tenant. */
const commands = [
  ["the tenant", (worker: Worker) => worker.send("tenant.forget", { tenantId: tenantOrigin })],
  ["everything", (worker: Worker) => worker.send("everything.forget", {})],
] as const;

describe.each(commands)("forgetting %s", (_what, forget) => {
  test("leaves nothing of it", async () => {
    const worker = await openWithData();
    await forget(worker);
    expect(await listRemains(worker)).toEqual([]);
  });

  test("is completed by the next worker if the browser ends at any step of the storage", async () => {
    const whole = await openWithData();
    const before = whole.local.steps.length;
    await forget(whole);
    const count = whole.local.steps.length - before;
    expect(count).toBeGreaterThan(5);
    for (let end = 0; end < count; end += 1) {
      const worker = await openWithData();
      const start = worker.local.steps.length;
      const reached = Promise.withResolvers<void>();
      worker.local.before = (_step, place) => {
        if (place < start + end) return undefined;
        reached.resolve();
        return new Promise(() => undefined);
      };
      void forget(worker);
      await reached.promise;
      worker.local.before = () => undefined;
      await worker.restart();
      await worker.inspector.wake();
      const { tenants } = await worker.snapshot();
      // A tenant that is still listed can be forgotten again.
      if (tenants.length > 0) await forget(worker);
      expect({ end, remains: await listRemains(worker) }).toEqual({ end, remains: [] });
    }
  });
});

test("forgetting a tenant is completed by the next worker if the event log cannot be opened", async () => {
  const worker = await openWithData();
  await worker.restart();
  worker.stores.indexedDB.isBroken = true;
  const forgetting = worker.send("tenant.forget", { tenantId: tenantOrigin });
  expect(await catchRemoteError(forgetting)).toMatchObject({ code: "open-failed" });
  expect(await worker.snapshot()).toMatchObject({ tenants: [] });
  worker.stores.indexedDB.isBroken = false;
  await worker.restart();
  await worker.inspector.wake();
  expect(await listRemains(worker)).toEqual([]);
});

test("forgetting everything is completed after a page kept the event log open", async () => {
  const worker = await openWithData();
  const page = await holdEventDatabase(worker.stores.indexedDB);
  const forgetting = catchRemoteError(worker.send("everything.forget", {}));
  await page.asked;
  worker.clock.advance(5_000);
  expect(await forgetting).toMatchObject({ code: "held" });
  await worker.restart();
  page.close();
  await worker.inspector.wake();
  expect(await listRemains(worker)).toEqual([]);
});
