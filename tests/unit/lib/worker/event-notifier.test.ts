import { expect, test } from "vitest";

import type { StoredEvent } from "../../../../lib/events/event-log.ts";
import {
  defaultStreamPreferences,
  type StreamPreferences,
} from "../../../../lib/messages/stream-preferences.ts";
import {
  createEventNotifier,
  notifiedEventsSchema,
} from "../../../../lib/worker/event-notifier.ts";
import { createClock } from "../management/fakes.ts";
import { createStoredEvent, sampleTenant } from "../messages/sample-activity.ts";
import { createMemoryItem } from "./memory-item.ts";

function openNotifier(change: Partial<StreamPreferences> = {}) {
  const clock = createClock(new Date(2026, 10, 21, 12).getTime());
  const shown: { id: string; title: string; message: string }[] = [];
  const opened: string[][] = [];
  const notified = createMemoryItem((stored) => notifiedEventsSchema.parse(stored));
  const open = () =>
    createEventNotifier(
      {
        clock,
        notify: async (notification) => void shown.push(notification),
        openEvent: async (...place) => void opened.push(place),
      },
      notified,
    );
  const stream = { ...defaultStreamPreferences, defaultRule: "notify" as const, ...change };
  const tenant = { ...sampleTenant, stream };
  return { clock, shown, opened, open, notifier: open(), tenant };
}

const event = (sequence: number, type = "user.created"): StoredEvent => ({
  ...createStoredEvent(sequence),
  type,
});

test("one event is told by its type and whom it is about", async () => {
  const { notifier, tenant, shown } = openNotifier();
  await notifier.tell(tenant, [event(1)]);
  expect(shown).toMatchObject([{ title: "Acme: user.created", message: "user-1@example.com" }]);
});

test("a burst is one notification that counts up, and what comes after a rest begins another count", async () => {
  const { notifier, tenant, shown, clock } = openNotifier();
  await notifier.tell(tenant, [event(1), event(2, "user.updated")]);
  clock.advance(9_000);
  await notifier.tell(tenant, [event(3)]);
  clock.advance(10_000);
  await notifier.tell(tenant, [event(4)]);
  expect(shown.map(({ title, message }) => [title, message])).toEqual([
    ["Acme: 2 events", "1 user.created, 1 user.updated"],
    ["Acme: 3 events", "2 user.created, 1 user.updated"],
    ["Acme: user.created", "user-4@example.com"],
  ]);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(1);
});

test("many types are named by the most frequent three", async () => {
  const { notifier, tenant, shown } = openNotifier();
  const types = ["a.a", "b.b", "c.c", "d.d", "b.b"];
  await notifier.tell(
    tenant,
    types.map((type, index) => event(index + 1, type)),
  );
  expect(shown[0]?.message).toBe("2 b.b, 1 a.a, 1 c.c, …");
});

test("what is only to be counted, or to be quiet, is not told", async () => {
  const rules = { "user.created": "badge", "user.updated": "quiet" } as const;
  const { notifier, tenant, shown } = openNotifier({ rules });
  await notifier.tell(tenant, [event(1), event(2, "user.updated")]);
  expect(shown).toEqual([]);
});

test("nothing is told in the quiet hours", async () => {
  const quietHours = { from: "11:00", to: "13:00" };
  const { notifier, tenant, shown } = openNotifier({ quietHours });
  await notifier.tell(tenant, [event(1)]);
  expect(shown).toEqual([]);
});

test("a click opens the newest event that was told, also in a later life of the worker", async () => {
  const { notifier, tenant, shown, opened, open } = openNotifier();
  await notifier.tell(tenant, [event(1), event(2)]);
  await open().open(shown[0]?.id ?? "");
  expect(opened).toEqual([[tenant.id, "evt_2"]]);
});

test("a click on what is no notification of ours opens nothing", async () => {
  const { notifier, opened } = openNotifier();
  await notifier.open("something else");
  await notifier.open("events of https://unknown.example");
  expect(opened).toEqual([]);
});
