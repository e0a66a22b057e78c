import { expect, test } from "vitest";

import type { ActivityChange, ActivitySnapshot } from "../../../../lib/messages/activity-feed.ts";
import { createActivityHub } from "../../../../lib/worker/activity-hub.ts";

const tenantId = "https://acme.example";
const unread = (count: number): ActivityChange => ({ kind: "unread", tenantId, unread: count });
const selecting = (selectedId: string): ActivitySnapshot => ({
  tenants: [],
  events: [],
  marks: [],
  selectedId,
});

/** Opens a hub whose reads of a snapshot resolve when the test says so. */
function openHub() {
  const readings: PromiseWithResolvers<ActivitySnapshot>[] = [];
  const told: string[] = [];
  const hub = createActivityHub(() => {
    const reading = Promise.withResolvers<ActivitySnapshot>();
    readings.push(reading);
    return reading.promise;
  });
  hub.source.subscribe((change) => {
    told.push(change.kind === "snapshot" ? `snapshot ${change.snapshot.selectedId}` : change.kind);
  });
  const reading = (number: number) => {
    const found = readings[number];
    if (found === undefined) throw new Error(`Reading ${number} was not begun.`);
    return found;
  };
  return { hub, told, reading };
}

test("a change during the reading of a snapshot follows it", async () => {
  const { hub, told, reading } = openHub();
  const pushing = hub.pushSnapshot();
  hub.push(unread(1));
  expect(told).toEqual([]);
  reading(0).resolve(selecting("a"));
  await pushing;
  expect(told).toEqual(["snapshot a", "unread"]);
});

test("a snapshot read before another tenant was selected is not emitted after a newer one", async () => {
  const { hub, told, reading } = openHub();
  const early = hub.pushSnapshot();
  const late = hub.pushSnapshot();
  reading(1).resolve(selecting("b"));
  await late;
  hub.push(unread(1));
  reading(0).resolve(selecting("a"));
  await early;
  expect(told).toEqual(["snapshot b", "unread"]);
});

test("a snapshot that cannot be read does not delay changes", async () => {
  const { hub, told, reading } = openHub();
  const pushing = hub.pushSnapshot();
  hub.push(unread(1));
  reading(0).reject(new Error("hunter2"));
  await expect(pushing).rejects.toThrow("hunter2");
  hub.push(unread(2));
  expect(told).toEqual(["unread", "unread"]);
});
