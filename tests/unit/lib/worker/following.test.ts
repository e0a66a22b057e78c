import { describe, expect, test } from "vitest";

import type { EventLink } from "../../../../lib/messages/event-link.ts";
import {
  defaultStreamPreferences,
  type StreamPreferences,
} from "../../../../lib/messages/stream-preferences.ts";
import { catchRemoteError, openWorker, tenantOrigin } from "./inspector-harness.ts";

describe("the stream preferences", () => {
  const configure = (worker: ReturnType<typeof openWorker>, change: Partial<StreamPreferences>) =>
    worker.send("stream.configure", {
      tenantId: tenantOrigin,
      preferences: { ...defaultStreamPreferences, ...change },
    });

  test("a paused stream uses no connection of the plan, and resumes from its position", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await configure(worker, { mode: "paused" });
    expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({ why: "asked" });
    const missed = await worker.createUser("joan@example.com");
    worker.changes.length = 0;
    await configure(worker, { mode: "always" });
    await worker.until(() => worker.storedIds().length === 1);
    expect(worker.storedIds()).toEqual([missed]);
  });

  test("a stream for open windows waits for a window, and stops after the last one closes", async () => {
    const worker = openWorker();
    await worker.setUp();
    worker.closeWindow();
    await configure(worker, { mode: "while-open" });
    expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({
      name: "parked",
      why: "no-window",
    });
    worker.changes.length = 0;
    worker.openWindow();
    await worker.reach("listening");
    worker.closeWindow();
    // After the worker was woken, the effects of closing the window are complete.
    await worker.inspector.wake();
    expect((await worker.snapshot()).tenants[0]?.stream).toMatchObject({ name: "parked" });
  });

  test("requests only the selected types, and a change resumes from the cursor", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    worker.changes.length = 0;
    await configure(worker, { eventTypes: ["user.created", "user.deleted"] });
    await worker.reach("listening");
    const asked = worker.requestsTo("/api/v2/events").at(-1)?.url.searchParams;
    expect(asked?.getAll("event_type")).toEqual(["user.created", "user.deleted"]);
    expect(asked?.get("from")).toBeTruthy();
  });

  test("apply the limits of the log at once, and report deleted events separately from a gap", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.control("events", { count: 150 });
    await worker.reachUnread(150);
    await configure(worker, { keep: { events: 100, days: 30 } });
    expect(await worker.snapshot()).toMatchObject({
      tenants: [{ unread: 100 }],
      retained: { count: 50, why: "count" },
      marks: [],
    });
  });

  test("delete expired events of a stream that is paused for weeks", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    await configure(worker, { mode: "paused" });
    await worker.inspector.wake();
    expect((await worker.snapshot()).events).toHaveLength(1);
    worker.clock.advance(31 * 86_400_000);
    worker.changes.length = 0;
    await worker.inspector.wake();
    expect(worker.changes).toContainEqual({
      kind: "snapshot",
      snapshot: expect.objectContaining({
        events: [],
        retained: expect.objectContaining({ count: 1, why: "age" }),
      }),
    });
  });

  test("resuming from an event repeats the later events, and stores no event twice", async () => {
    const worker = openWorker();
    await worker.setUp();
    const first = await worker.createUser("rosa@example.com");
    await worker.createUser("joan@example.com");
    await worker.until(() => worker.storedIds().length === 2);
    worker.changes.length = 0;
    await worker.send("stream.resume-from", {
      tenantId: tenantOrigin,
      from: { kind: "event", id: first },
    });
    await worker.reach("listening");
    const { events, marks } = await worker.snapshot();
    expect(events).toHaveLength(2);
    expect(marks).toMatchObject([{ kind: "resumed", chosen: "event" }]);
  });

  test("a position that cannot be resumed is rejected with a message", async () => {
    const worker = openWorker();
    await worker.setUp();
    const error = await catchRemoteError(
      worker.send("stream.resume-from", {
        tenantId: tenantOrigin,
        from: { kind: "event", id: "gone" },
      }),
    );
    expect(error).toMatchObject({ code: "unknown-event", message: expect.stringMatching(/\.$/) });
  });

  test("quiet types are stored and shown, but not counted on the badge or beside the tenant", async () => {
    const worker = openWorker();
    await worker.setUp();
    await configure(worker, { rules: { "user.created": "quiet" } });
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.storedIds().length === 1);
    expect(await worker.snapshot()).toMatchObject({
      tenants: [{ unread: 0 }],
      events: [{ type: "user.created" }],
    });
    await configure(worker, {});
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 1 }] });
  });

  test("the unread count with quiet types does not exceed the number of stored events", async () => {
    const worker = openWorker();
    await worker.setUp();
    await configure(worker, {
      rules: { "no.such.type": "quiet" },
      keep: { events: 100, days: 30 },
    });
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 0 }] });
    await worker.control("events", { count: 150 });
    await worker.reachUnread(100);
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 100 }] });
    await worker.send("events.reset", {});
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 0 }] });
    worker.changes.length = 0;
    await worker.createUser("rosa@example.com");
    await worker.reachUnread(1);
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ unread: 1 }] });
  });

  test("a type that notifies shows one notification for a burst, and a click opens the event", async () => {
    const opened: EventLink[] = [];
    const worker = openWorker({ openEvent: async (link) => void opened.push(link) });
    await worker.setUp();
    await configure(worker, { rules: { "user.created": "notify" } });
    await worker.createUser("rosa@example.com");
    await worker.until(() => worker.notifications.length === 1);
    const [one] = worker.notifications;
    expect(one).toMatchObject({ title: "Local: user.created", message: "rosa@example.com" });
    await worker.inspector.notificationClicked(one?.id ?? "");
    const { tenants, events } = await worker.snapshot();
    const { sequence, storedAt } = events[0] ?? {};
    expect(opened).toEqual([{ tenantRef: tenants[0]?.ref, sequence, storedAt }]);
    expect(tenants[0]?.ref).toBeDefined();
    worker.clock.advance(1_000);
    await worker.createUser("joan@example.com");
    await worker.until(() => worker.notifications.length === 2);
    expect(worker.notifications[1]).toEqual({
      id: one?.id,
      title: "Local: 2 events",
      message: "2 user.created",
    });
  });
});
