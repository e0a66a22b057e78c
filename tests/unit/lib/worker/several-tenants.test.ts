import { expect, onTestFinished, test } from "vitest";

import { openEventLog } from "../../../../lib/events/log/idb-event-log.ts";
import { parseTenantEvent } from "../../../../lib/events/payloads/parse-tenant-event.ts";
import { defaultStreamPreferences } from "../../../../lib/messages/stream-preferences.ts";
import { makeUserEvent } from "../events/sample-events.ts";
import { openWorker, tenantOrigin } from "./inspector-harness.ts";

const dayMs = 86_400_000;

/** Opens a worker with two tenants; an earlier worker stored `count` events of the second one. */
async function openTwo(count: number) {
  const worker = openWorker();
  await worker.setUp();
  const { tenant: other } = await worker.addTenant();
  const log = await openEventLog({ indexedDB: worker.stores.indexedDB });
  onTestFinished(() => log.close());
  const at = worker.clock.now();
  const make = (id: string) => parseTenantEvent(makeUserEvent(id), undefined, "fallback");
  await log.append(other.id, {
    at,
    events: Array.from({ length: count }, (_, index) => make(`other-${index}`)),
  });
  await worker.createUser("rosa@example.com");
  await worker.until(() => worker.storedIds().length === 1);
  return { worker, log, other };
}

test("the badge counts the unread events of all tenants", async () => {
  const { worker, other } = await openTwo(3);
  expect(await worker.readBadge()).toMatchObject({ text: "4" });
  await worker.send("events.mark-viewed", { tenantId: other.id, through: 3 });
  expect(await worker.readBadge()).toMatchObject({ text: "1" });
});

test("each tenant's events are kept by the age and number limits of that tenant", async () => {
  const { worker, log, other } = await openTwo(250);
  const keep = (tenantId: string, kept: { events: number; days: number }) =>
    worker.send("stream.configure", {
      tenantId,
      preferences: { ...defaultStreamPreferences, mode: "paused", keep: kept },
    });
  await keep(other.id, { events: 100, days: 30 });
  await keep(tenantOrigin, { events: 100, days: 2 });
  expect(await log.summary(other.id)).toMatchObject({ count: 100, retained: { why: "count" } });
  worker.clock.advance(2 * dayMs);
  await worker.inspector.wake();
  expect((await log.summary(tenantOrigin)).count).toBe(1);
  worker.clock.advance(dayMs);
  await worker.inspector.wake();
  expect(await log.summary(tenantOrigin)).toMatchObject({ count: 0, retained: { why: "age" } });
  expect((await log.summary(other.id)).count).toBe(100);
});
