import { expect, test } from "vitest";

import type { StoredEvent } from "../../../../lib/events/log/event-log.ts";
import type { EventLink } from "../../../../lib/messages/event-link.ts";
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
import { nextTurn } from "../messages/next-turn.ts";
import { createMemoryItem } from "./memory-item.ts";

const otherId = "https://other.example";

function openNotifier(change: Partial<StreamPreferences> = {}) {
  const clock = createClock(new Date(2026, 10, 21, 12).getTime());
  const shown: { id: string; title: string; message: string }[] = [];
  const dismissed: string[] = [];
  const browser = { isOut: false };
  const opened: EventLink[] = [];
  const refs = new Map([sampleTenant.id, otherId].map((id, index) => [id, `${index}`.repeat(16)]));
  const notified = createMemoryItem((stored) => notifiedEventsSchema.parse(stored));
  const open = () =>
    createEventNotifier(
      {
        clock,
        async notify(notification) {
          if (browser.isOut) throw new Error("No room for notifications.");
          shown.push(notification);
        },
        async dismiss(id) {
          if (browser.isOut) throw new Error("No room for notifications.");
          dismissed.push(id ?? "all");
        },
        openEvent: async (link) => void opened.push(link),
        readRef: async (tenantId) => refs.get(tenantId),
      },
      notified,
    );
  const stream = { ...defaultStreamPreferences, defaultRule: "notify" as const, ...change };
  const tenant = { ...sampleTenant, stream };
  return {
    refs,
    clock,
    shown,
    dismissed,
    browser,
    opened,
    notified,
    open,
    notifier: open(),
    tenant,
  };
}

const event = (sequence: number, type = "user.created"): StoredEvent => ({
  ...createStoredEvent(sequence),
  type,
});

test("one event shows its type and its subject", async () => {
  const { notifier, tenant, shown } = openNotifier();
  await notifier.notify(tenant, [event(1)]);
  expect(shown).toMatchObject([{ title: "Acme: user.created", message: "user-1@example.com" }]);
});

test("a burst is one notification that counts, and a later event starts a new count", async () => {
  const { notifier, tenant, shown, clock } = openNotifier();
  await notifier.notify(tenant, [event(1), event(2, "user.updated")]);
  clock.advance(9_000);
  await notifier.notify(tenant, [event(3)]);
  clock.advance(10_000);
  await notifier.notify(tenant, [event(4)]);
  expect(shown.map(({ title, message }) => [title, message])).toEqual([
    ["Acme: 2 events", "1 user.created, 1 user.updated"],
    ["Acme: 3 events", "2 user.created, 1 user.updated"],
    ["Acme: user.created", "user-4@example.com"],
  ]);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(1);
});

test("a flood updates the notification once a second, and the last update has the final count", async () => {
  const { notifier, tenant, shown, clock, notified } = openNotifier();
  for (let sequence = 1; sequence <= 300; sequence += 1) {
    await notifier.notify(tenant, [event(sequence)]);
    clock.advance(10);
    await nextTurn();
  }
  clock.advance(1_000);
  await nextTurn();
  expect(shown.length).toBeLessThanOrEqual(5);
  expect(shown.at(-1)).toMatchObject({ title: "Acme: 300 events", message: "300 user.created" });
  expect(await notified.read()).toEqual({ [tenant.id]: { sequence: 300, storedAt: 300_000 } });
  expect(clock.waiting).toBe(0);
});

test("simultaneous events of several tenants keep their own notifications", async () => {
  const { notifier, tenant, shown, opened } = openNotifier();
  const other = { ...tenant, id: otherId, name: "Other" };
  await Promise.all([notifier.notify(tenant, [event(1)]), notifier.notify(other, [event(2)])]);
  for (const { id } of shown) await notifier.open(id);
  expect(opened).toEqual([
    { tenantRef: "0".repeat(16), sequence: 1, storedAt: 1_000 },
    { tenantRef: "1".repeat(16), sequence: 2, storedAt: 2_000 },
  ]);
});

test("a click on the notification of a forgotten tenant opens nothing", async () => {
  const { notifier, tenant, shown, clock, opened, notified } = openNotifier();
  await notifier.notify(tenant, [event(1)]);
  await Promise.all([notifier.notify(tenant, [event(2)]), notifier.forget(tenant.id)]);
  clock.advance(1_000);
  await nextTurn();
  await notifier.open(shown[0]?.id ?? "");
  expect(opened).toEqual([]);
  expect(await notified.read()).toBeUndefined();
});

test("a forgotten tenant's notification, which can name a user, is dismissed by a later worker too", async () => {
  const { notifier, open, tenant, shown, dismissed } = openNotifier();
  await notifier.notify(tenant, [event(1)]);
  const shownIds = shown.map(({ id }) => id);
  await open().forget(tenant.id);
  expect(dismissed).toEqual(shownIds);
});

test("forgetting all tenants dismisses all notifications, and shows none that was due", async () => {
  const { notifier, tenant, shown, dismissed, clock, notified } = openNotifier();
  const other = { ...tenant, id: otherId, name: "Other" };
  await notifier.notify(tenant, [event(1)]);
  await notifier.notify(other, [event(1)]);
  await notifier.notify(other, [event(2)]);
  expect(shown).toHaveLength(2);
  await notifier.forget();
  clock.advance(1_000);
  await nextTurn();
  expect(shown).toHaveLength(2);
  expect(dismissed).toEqual(["all"]);
  expect(await notified.read()).toBeUndefined();
});

test("a tenant is forgotten even if the browser does not dismiss its notification", async () => {
  const { notifier, tenant, browser, notified } = openNotifier();
  await notifier.notify(tenant, [event(1)]);
  browser.isOut = true;
  await notifier.forget(tenant.id);
  expect(await notified.read()).toBeUndefined();
});

test("a clock that is set back ends a burst", async () => {
  const { notifier, tenant, shown, clock } = openNotifier();
  await notifier.notify(tenant, [event(1)]);
  clock.advance(-3_600_000);
  await notifier.notify(tenant, [event(2)]);
  expect(shown.map(({ title }) => title)).toEqual(["Acme: user.created", "Acme: user.created"]);
});

test("a notification that the browser rejects is retried with the next event", async () => {
  const { notifier, tenant, shown, browser, clock } = openNotifier();
  browser.isOut = true;
  await notifier.notify(tenant, [event(1)]).catch(() => undefined);
  browser.isOut = false;
  clock.advance(1_000);
  await notifier.notify(tenant, [event(2)]);
  expect(shown).toMatchObject([{ title: "Acme: 2 events" }]);
});

test("a notification names the three most frequent types", async () => {
  const { notifier, tenant, shown } = openNotifier();
  const types = ["a.a", "b.b", "c.c", "d.d", "b.b"];
  await notifier.notify(
    tenant,
    types.map((type, index) => event(index + 1, type)),
  );
  expect(shown[0]?.message).toBe("2 b.b, 1 a.a, 1 c.c, …");
});

test("a type with the rule count or quiet shows no notification", async () => {
  const rules = { "user.created": "badge", "user.updated": "quiet" } as const;
  const { notifier, tenant, shown } = openNotifier({ rules });
  await notifier.notify(tenant, [event(1), event(2, "user.updated")]);
  expect(shown).toEqual([]);
});

test("quiet hours show no notification", async () => {
  const quietHours = { from: "11:00", to: "13:00" };
  const { notifier, tenant, shown } = openNotifier({ quietHours });
  await notifier.notify(tenant, [event(1)]);
  expect(shown).toEqual([]);
});

test("a click opens the newest event, even after a restart of the worker", async () => {
  const { notifier, tenant, shown, opened, open } = openNotifier();
  await notifier.notify(tenant, [event(1), event(2)]);
  await open().open(shown[0]?.id ?? "");
  expect(opened).toEqual([{ tenantRef: "0".repeat(16), sequence: 2, storedAt: 2_000 }]);
});

test("a click opens nothing if the tenant no longer exists", async () => {
  const { notifier, tenant, shown, opened, refs } = openNotifier();
  await notifier.notify(tenant, [event(1)]);
  refs.clear();
  await notifier.open(shown[0]?.id ?? "");
  expect(opened).toEqual([]);
});

test("a click on an unknown notification opens nothing", async () => {
  const { notifier, opened } = openNotifier();
  await notifier.open("something else");
  await notifier.open("events of https://unknown.example");
  expect(opened).toEqual([]);
});

test("escapes hidden characters in a tenant's name, a type and a subject", async () => {
  const { notifier, tenant, shown } = openNotifier();
  const hostile = {
    ...event(1, "user.\u202Edetaerc"),
    envelope: { data: { object: { email: "a\u200Bb\nc" } } },
  };
  await notifier.notify({ ...tenant, name: "Ac\u2066me" }, [hostile]);
  expect(shown).toMatchObject([
    { title: String.raw`Ac\u2066me: user.\u202edetaerc`, message: String.raw`a\u200bb\u000ac` },
  ]);
});
