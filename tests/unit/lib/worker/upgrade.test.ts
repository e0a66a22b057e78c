import { describe, expect, test } from "vitest";

import { draftCopySchema } from "../../../../lib/worker/draft-store.ts";
import type { StoredItem } from "../../../../lib/worker/ports.ts";
import { events, makeVersion1, openRaw, write } from "../events/log/log-harness.ts";
import { goodCredential, openWorker, tenantDetails, tenantOrigin } from "./inspector-harness.ts";

type Worker = ReturnType<typeof openWorker>;

/** Counts the uses of the stored items, and hangs at one of them, as at the end of a worker. */
function endAt({ stores, local }: Worker, place: number) {
  const reached = Promise.withResolvers<"ended">();
  let uses = 0;
  const originals: (() => void)[] = [];
  const use = <Result>(work: () => Promise<Result>): Promise<Result> => {
    uses += 1;
    if (uses < place) return work();
    reached.resolve("ended");
    return new Promise(() => undefined);
  };
  const wrap = <Value>(item: StoredItem<Value>) => {
    const original = { ...item };
    const methods = (through: <Result>(work: () => Promise<Result>) => Promise<Result>) => ({
      read: () => through(() => original.read()),
      readRaw: () => through(() => original.readRaw()),
      write: (value: Value) => through(() => original.write(value)),
      remove: () => through(() => original.remove()),
    });
    Object.assign(item, methods(use));
    originals.push(
      () =>
        void Object.assign(
          item,
          methods((work) => work()),
        ),
    );
  };
  const { settings, credentials, drafts } = stores;
  wrap(settings.settings);
  wrap(settings.firstTenant);
  wrap(credentials.kept);
  wrap(credentials.sealed);
  wrap(credentials.kinds);
  wrap(credentials.inMemory);
  wrap(drafts.connections);
  wrap(drafts.copy);
  wrap(drafts.isRestored);
  wrap(drafts.exchange(tenantOrigin));
  wrap(stores.presets);
  wrap(stores.waitingUpdate);
  local.before = () => use(async () => undefined);
  return {
    reached: reached.promise,
    repair() {
      for (const undo of originals) undo();
      local.before = () => undefined;
    },
  };
}

/** Ends the worker at each use of its storage in turn, until one start uses it no further. */
async function endAtEachStep(
  prepare: () => Promise<Worker>,
  check: (worker: Worker) => Promise<void>,
): Promise<number> {
  for (let place = 1; ; place += 1) {
    const worker = await prepare();
    const ending = endAt(worker, place);
    await worker.restart();
    const outcome = await Promise.race([
      ending.reached,
      worker.inspector.wake().then(() => "done"),
    ]);
    ending.repair();
    await worker.restart();
    await worker.inspector.wake();
    await check(worker);
    if (outcome === "done") return place - 1;
  }
}

describe("a worker that ends at any step of its first start", () => {
  test("after an update from the first version loses no tenant and no event", async () => {
    const first = { id: tenantOrigin, name: "from before", origin: tenantOrigin, clientId: "spa" };
    const prepare = async () => {
      const worker = openWorker();
      const database = await openRaw(worker.stores.indexedDB, 1, makeVersion1);
      const rows = events("1", "2", "3").map((event, place) => ({
        ...event,
        tenantId: tenantOrigin,
        sequence: place + 1,
        storedAt: worker.clock.now(),
      }));
      await write(database, "events", rows);
      await write(database, "tenants", [
        { tenantId: tenantOrigin, firstSequence: 1, lastSequence: 3, viewedSequence: 1 },
      ]);
      database.close();
      await worker.stores.settings.firstTenant.write(first);
      return worker;
    };
    const steps = await endAtEachStep(prepare, async (worker) => {
      const { tenants, events: shown, trouble } = await worker.snapshot();
      expect(trouble).toBeUndefined();
      expect(tenants.map(({ tenant, unread }) => [tenant.name, unread])).toEqual([
        ["from before", 2],
      ]);
      expect(shown.map(({ id }) => id)).toEqual(["3", "2", "1"]);
      expect(worker.local.values.has("tenant")).toBe(false);
    });
    expect(steps).toBeGreaterThan(10);
  });

  test("after an update from this version loses no draft, preset or remembered credential", async () => {
    const draft = { tenantId: tenantOrigin, profileId: "cop_1" };
    const preset = { id: "p1", name: "Silent", operation: "check-session" };
    const prepare = async () => {
      const worker = openWorker();
      await worker.send("tenant.save", tenantDetails);
      await worker.send("credential.save", {
        tenantId: tenantOrigin,
        credential: goodCredential,
        remembering: "device",
      });
      await worker.addTenant();
      await worker.stores.drafts.connections.write([draft]);
      await worker.inspector.draftsChanged();
      worker.local.values.set("presets", JSON.stringify({ [tenantOrigin]: [preset] }));
      worker.local.values.set("sessionCredentials", JSON.stringify(["https://acme.example"]));
      await worker.update();
      return worker;
    };
    const steps = await endAtEachStep(prepare, async (worker) => {
      const { tenants, trouble } = await worker.snapshot();
      expect(trouble).toBeUndefined();
      expect(
        tenants.map(({ credential, credentialLoss }) => credential?.remembering ?? credentialLoss),
      ).toEqual(["device", "update"]);
      expect(await worker.stores.drafts.connections.read()).toEqual([draft]);
      const copy = JSON.parse(worker.local.values.get("draftCopy") ?? "null");
      expect(draftCopySchema.parse(copy).connections).toEqual([draft]);
      expect(worker.local.values.get("presets")).toContain("Silent");
    });
    expect(steps).toBeGreaterThan(10);
  });
});
