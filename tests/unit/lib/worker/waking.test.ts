import { expect, test } from "vitest";

import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import { openWorker, ORIGIN } from "./inspector-harness.ts";

/** A worker whose stream waits for the network to come back. */
async function openWaiting() {
  const worker = openWorker();
  await worker.setUp();
  worker.browser.isReachable = false;
  await worker.control("streams/drop", {});
  await worker.reach("waiting:rotation");
  const rotation = worker.changes.findLast((change) => change.kind === "stream");
  if (rotation?.stream.name !== "waiting") throw new Error("The stream does not wait.");
  worker.clock.advance(rotation.stream.until - worker.clock.now());
  await worker.reach("waiting:network");
  worker.browser.isReachable = true;
  worker.changes.length = 0;
  return worker;
}

/** The clock stands still: whatever listens now has not waited. */
async function expectToListen(worker: Awaited<ReturnType<typeof openWaiting>>): Promise<void> {
  await worker.reach("listening");
  const [activity] = (await worker.snapshot()).tenants;
  expect(activity?.stream).toMatchObject({ name: "listening", since: worker.clock.now() });
}

test("a page that is opened lets a stream that waits try at once, also beside other pages", async () => {
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
  await worker.send("stream.configure", { tenantId: ORIGIN, preferences });
  await worker.inspector.wake();
  await worker.reach("listening");
  const asked = worker.requestsTo("/api/v2/events").length;
  worker.openWindow();
  // Whatever opening it began is over once the worker has been woken after it.
  await worker.inspector.wake();
  expect(worker.requestsTo("/api/v2/events")).toHaveLength(asked);
});
