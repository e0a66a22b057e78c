import { expect, test } from "vitest";

import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import { goodCredential, openWorker, tenantOrigin, tenantDetails } from "./inspector-harness.ts";

/** Opens a worker whose stream waits for the network longer than the tenant's `retry:`. */
async function openWaiting() {
  const worker = openWorker();
  await worker.setUp();
  worker.browser.isReachable = false;
  await worker.control("streams/drop", {});
  await worker.reach("waiting:rotation");
  for (;;) {
    const last = worker.changes.findLast((change) => change.kind === "stream")?.stream;
    if (last?.name !== "waiting") throw new Error("The stream does not wait.");
    const { until } = last;
    if (until - last.since > 3_000) break;
    worker.changes.length = 0;
    worker.clock.advance(until - worker.clock.now());
    await worker.reach("waiting:network");
  }
  worker.clock.advance(2_000);
  worker.browser.isReachable = true;
  worker.changes.length = 0;
  return worker;
}

/** Expects the stream to listen without a wait: the clock stands still. */
async function expectToListen(worker: Awaited<ReturnType<typeof openWaiting>>): Promise<void> {
  await worker.reach("listening");
  const [activity] = (await worker.snapshot()).tenants;
  expect(activity?.stream).toMatchObject({ name: "listening", since: worker.clock.now() });
}

test("opening a page ends the back-off of a stream, even beside other pages", async () => {
  const worker = await openWaiting();
  worker.openWindow();
  await expectToListen(worker);
});

test("an alarm ends the back-off of a stream", async () => {
  const worker = await openWaiting();
  await worker.inspector.wake();
  await expectToListen(worker);
});

test("opening a second page does not change a stream for open windows", async () => {
  const worker = openWorker();
  await worker.setUp();
  const preferences = { ...defaultStreamPreferences, mode: "while-open" } as const;
  await worker.send("stream.configure", { tenantId: tenantOrigin, preferences });
  await worker.inspector.wake();
  await worker.reach("listening");
  const asked = worker.requestsTo("/api/v2/events").length;
  worker.openWindow();
  // After the worker was woken, the effects of opening the page are complete.
  await worker.inspector.wake();
  expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);
});

test("an event on the open stream reaches the badge without a request to the tenant", async () => {
  const worker = openWorker();
  await worker.setUp();
  const asked = worker.sent.length;
  await worker.createUser("rosa@example.com");
  await worker.until(() => worker.storedIds().length === 1);
  expect(await worker.readBadge()).toMatchObject({ text: "1" });
  expect(worker.sent).toHaveLength(asked);
});

test("the worker signals that it is alive at most once a second, and only when data arrives", async () => {
  const worker = openWorker();
  await worker.setUp();
  const before = worker.wakeUps.length;
  for (let count = 1; count <= 6; count += 1) {
    worker.clock.advance(500);
    await worker.createUser(`user-${count}@example.com`);
    await worker.until(() => worker.storedIds().length === count);
  }
  expect(worker.wakeUps.length - before).toBe(3);
  const preferences = { ...defaultStreamPreferences, mode: "paused" } as const;
  await worker.send("stream.configure", { tenantId: tenantOrigin, preferences });
  await worker.inspector.wake();
  expect(worker.wakeUps.length - before).toBe(3);
});

test("a stream runs under the lock of its tenant, which no other page or worker holds", async () => {
  const held: string[] = [];
  const freed = Promise.withResolvers<void>();
  const worker = openWorker({
    async withLock(name, _signal, run) {
      held.push(name);
      await freed.promise;
      await run();
    },
  });
  await worker.send("tenant.save", tenantDetails);
  await worker.send("credential.save", {
    tenantId: tenantOrigin,
    credential: goodCredential,
    remembering: "session",
  });
  await worker.reach("parked:other-connection");
  expect(held).toEqual([`events of ${tenantOrigin}`]);
  expect(worker.requestsTo("/api/v2/events")).toEqual([]);
  freed.resolve();
  await worker.reach("listening");
});
