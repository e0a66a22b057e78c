import { expect, test } from "vitest";

import { maxShownEvents, type ActivityChange } from "../../../../lib/messages/activity-feed.ts";
import { createStoredFeed } from "../../../../lib/worker/stored-feed.ts";
import { createClock } from "../management/fakes.ts";
import { nextTurn } from "../messages/next-turn.ts";
import { createStoredEvent, sampleTenant } from "../messages/sample-activity.ts";

/** Opens the feed of the selected tenant and of another one. */
function openFeed() {
  const clock = createClock();
  const told: string[] = [];
  const log = { isReadable: true };
  const feed = createStoredFeed({
    clock,
    async count() {
      if (!log.isReadable) throw new Error("The log is damaged.");
      return 7;
    },
    isSelected: (tenantId) => tenantId === sampleTenant.id,
    push: (change) => void told.push(describe(change)),
    onFailure: async () => void told.push("snapshot"),
  });
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await nextTurn();
  }
  return { feed, told, log, pass };
}

function describe(change: ActivityChange): string {
  if (change.kind === "unread") return `${change.unread} unread`;
  if (change.kind !== "events") throw new Error(`Unexpected change: ${change.kind}.`);
  const sequences = change.events.map(({ sequence }) => sequence);
  return `${sequences.at(0)} to ${sequences.at(-1)}, ${change.unread} unread`;
}

test("the first events are told at once, and later ones at most five times a second", async () => {
  const { feed, told, pass } = openFeed();
  for (let sequence = 1; sequence <= 40; sequence += 1) {
    feed.add(sampleTenant, [createStoredEvent(sequence)]);
    await pass(10);
  }
  await pass(200);
  expect(told).toEqual(["1 to 1, 7 unread", "2 to 21, 7 unread", "22 to 40, 7 unread"]);
});

test("no more events are told than a page shows", async () => {
  const { feed, told, pass } = openFeed();
  for (let sequence = 1; sequence <= 70; sequence += 1)
    feed.add(sampleTenant, [createStoredEvent(sequence)]);
  await pass(0);
  expect(told).toEqual([`${71 - maxShownEvents} to 70, 7 unread`]);
});

test("of a tenant that is not selected, only the number is told", async () => {
  const { feed, told, pass } = openFeed();
  feed.add({ ...sampleTenant, id: "https://other.example" }, [createStoredEvent(1)]);
  await pass(0);
  expect(told).toEqual(["7 unread"]);
});

test("events that a snapshot contains are not told again", async () => {
  const { feed, told, pass } = openFeed();
  feed.add(sampleTenant, [createStoredEvent(1)]);
  feed.discard();
  await pass(0);
  expect(told).toEqual([]);
});

test("a snapshot is told if the unread events cannot be counted", async () => {
  const { feed, told, log, pass } = openFeed();
  log.isReadable = false;
  feed.add(sampleTenant, [createStoredEvent(1)]);
  await pass(0);
  expect(told).toEqual(["snapshot"]);
});
