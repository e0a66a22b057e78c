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

test("a page that is opened ends the back-off of a stream, also beside other pages", async () => {
  const worker = await openWaiting();
  worker.openWindow();
  await expectToListen(worker);
});

test("an alarm does the same", async () => {
  const worker = await openWaiting();
  await worker.inspector.wake();
  await expectToListen(worker);
});

test("a second page that is opened leaves a stream that runs only while one is open as it is", async () => {
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

test("an event reaches the badge through the stream that is open: the tenant is asked for nothing", async () => {
  const worker = openWorker();
  await worker.setUp();
  const asked = worker.sent.length;
  await worker.createUser("rosa@example.com");
  await worker.until(() => worker.storedIds().length === 1);
  expect(await worker.readBadge()).toMatchObject({ text: "1" });
  expect(worker.sent).toHaveLength(asked);
});

test("each second in which something is heard is one sign of life, and nothing else is", async () => {
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

test("a stream is followed under the lock of its tenant, which no other page or worker has then", async () => {
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
