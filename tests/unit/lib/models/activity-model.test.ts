import { describe, expect, onTestFinished, test } from "vitest";

import type { CommandHandlers, CommandSender } from "../../../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../../../lib/models/activity-model.ts";
import { createClock } from "../management/fakes.ts";
import { createPortPair, type FakePort } from "../messages/fake-ports.ts";
import {
  createSnapshot,
  createStoredEvent,
  createTenantActivity,
  sampleTenant,
} from "../messages/sample-activity.ts";
import { createFakeWorker, createLostWorker } from "./fake-worker.ts";

function openModel(
  given: Partial<CommandHandlers> = {},
  lost?: CommandSender,
  onOptionsOpened: () => void = () => undefined,
) {
  const clock = createClock();
  const connections: FakePort[] = [];
  const { send, sent } = createFakeWorker(given);
  const model = new ActivityModel({
    connect() {
      const { page, worker } = createPortPair();
      connections.push(worker);
      return page;
    },
    send: lost ?? send,
    schedule: (callback, delayMs) => clock.schedule(callback, delayMs),
    now: () => clock.now(),
    onOptionsOpened,
  });
  onTestFinished(() => model[Symbol.dispose]());
  const worker = () => {
    const latest = connections.at(-1);
    if (latest === undefined) throw new Error("The model has not connected.");
    return latest;
  };
  let number = 0;
  return {
    model,
    clock,
    sent,
    connections,
    worker,
    tell: (snapshot = createSnapshot()) =>
      worker().post({ kind: "snapshot", number, body: snapshot }),
    push: (body: unknown) => {
      number += 1;
      worker().post({ kind: "change", number, body });
    },
  };
}

describe("the feed of the worker", () => {
  test("knows nothing before the worker responds", () => {
    const { model } = openModel();
    expect(model.isLoaded.value).toBe(false);
    expect(model.link.value).toBe("connecting");
    expect(model.tenant.value).toBeUndefined();
    expect(model.events.value).toEqual([]);
  });

  test("shows a snapshot, each event with its subject", () => {
    const { model, tell } = openModel();
    tell(
      createSnapshot(
        {
          events: [createStoredEvent(1)],
          trouble: { code: "damaged-storage", message: "Look here." },
        },
        { unread: 1 },
      ),
    );
    expect(model.isLoaded.value).toBe(true);
    expect(model.link.value).toBe("live");
    expect(model.tenant.value).toEqual(sampleTenant);
    expect(model.credential.value?.scopes).toEqual(["read:events"]);
    expect(model.unread.value).toBe(1);
    expect(model.trouble.value?.message).toBe("Look here.");
    expect(model.events.value).toEqual([
      { ...createStoredEvent(1), subject: "user-1@example.com" },
    ]);
  });

  test("adds new events at the top, and a known event only once", () => {
    const { model, tell, push } = openModel();
    tell(createSnapshot({ events: [createStoredEvent(2), createStoredEvent(1)] }));
    push({
      kind: "events",
      tenantId: sampleTenant.id,
      events: [createStoredEvent(2), createStoredEvent(3), createStoredEvent(4)],
      unread: 2,
    });
    expect(model.events.value.map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
    expect(model.unread.value).toBe(2);
  });

  test("keeps the newest fifty events", () => {
    const { model, tell, push } = openModel();
    tell();
    const events = Array.from({ length: 250 }, (_, index) => createStoredEvent(index + 1));
    push({ kind: "events", tenantId: sampleTenant.id, events, unread: 250 });
    expect(model.events.value).toHaveLength(50);
    expect(model.events.value[0]?.sequence).toBe(250);
  });

  test("replaces only the part that a change is about", () => {
    const { model, tell, push } = openModel();
    tell(createSnapshot({ events: [createStoredEvent(1)] }, { unread: 3 }));
    push({ kind: "unread", tenantId: sampleTenant.id, unread: 0 });
    expect([model.unread.value, model.events.value.length]).toEqual([0, 1]);
    const stream = { name: "stopped", since: 1, why: "unauthorized", message: "No." } as const;
    push({ kind: "stream", tenantId: sampleTenant.id, stream });
    expect(model.stream.value).toEqual(stream);
    expect(model.hasStreamTrouble.value).toBe(true);
    expect(model.streamMessage.value).toBe("No.");
    push({ kind: "snapshot", snapshot: createSnapshot({}, { unread: 7 }) });
    expect([model.unread.value, model.events.value.length]).toEqual([7, 0]);
    expect(model.hasStreamTrouble.value).toBe(false);
    expect(model.streamMessage.value).toBeUndefined();
  });

  test("is interrupted after the worker ends, until the next worker responds", () => {
    const { model, tell, worker, clock } = openModel();
    tell();
    worker().disconnect();
    expect(model.link.value).toBe("interrupted");
    expect(model.tenant.value).toEqual(sampleTenant);
    clock.advance(50);
    tell();
    expect(model.link.value).toBe("live");
  });
});

describe("several tenants", () => {
  const other = { ...sampleTenant, id: "https://other.example", origin: "https://other.example" };
  const both = (selectedId: string) =>
    createSnapshot({
      tenants: [createTenantActivity(), createTenantActivity({ tenant: other, unread: 5 })],
      selectedId,
    });

  test("shows the data of the selected tenant", () => {
    const { model, tell } = openModel();
    tell(both(other.id));
    expect([model.tenant.value, model.unread.value]).toEqual([other, 5]);
    expect(model.tenants.value.map(({ tenant }) => tenant.id)).toEqual([sampleTenant.id, other.id]);
  });

  test("counts the events of another tenant, and shows none of them", () => {
    const { model, tell, push } = openModel();
    tell(both(sampleTenant.id));
    push({ kind: "events", tenantId: other.id, events: [createStoredEvent(1)], unread: 6 });
    expect(model.events.value).toEqual([]);
    expect(model.unread.value).toBe(0);
    expect(model.tenants.value[1]?.unread).toBe(6);
    push({ kind: "rate-limit", tenantId: other.id, rateLimit: { remaining: 1 } });
    expect(model.rateLimit.value).toBeUndefined();
    push({ kind: "rate-limit", tenantId: sampleTenant.id, rateLimit: { remaining: 2 } });
    expect(model.rateLimit.value).toEqual({ remaining: 2 });
  });

  test.each([
    { kind: "events", tenantId: other.id, events: [createStoredEvent(1)], unread: 5 },
    { kind: "unread", tenantId: other.id, unread: 5 },
  ] as const)("$kind of one replaces its entry, and keeps the others", (change) => {
    const { model, tell, push } = openModel();
    tell(both(sampleTenant.id));
    const [first, second] = model.tenants.value;
    push(change);
    expect(model.tenants.value[0]).toBe(first);
    expect(model.tenants.value[1]).toEqual(second);
    expect(model.tenants.value[1]).not.toBe(second);
  });

  test("selects a tenant by a command, and the worker notifies every page", async () => {
    const { model, tell, sent } = openModel({ "tenant.select": async () => ({}) });
    tell(both(sampleTenant.id));
    await model.select(other.id);
    expect(sent).toEqual([{ command: "tenant.select", request: { tenantId: other.id } }]);
  });
});

test("updates the time since the last message each second", () => {
  const { model, clock, tell } = openModel();
  const lastHeardAt = clock.now();
  const stream = { name: "listening", since: 1, lastHeardAt, resume: "cursor" } as const;
  tell(createSnapshot({}, { stream }));
  expect(model.streamText.value).toBe("listening, 0 s");
  for (let second = 0; second < 3; second += 1) clock.advance(1_000);
  expect(model.streamText.value).toBe("listening, 3 s");
});

test("unsubscribes and schedules nothing after it is disposed", () => {
  const { model, clock, connections, worker, tell } = openModel();
  tell();
  model[Symbol.dispose]();
  expect(worker().isConnected).toBe(false);
  expect(clock.waiting).toBe(0);
  clock.advance(10_000);
  expect(connections).toHaveLength(1);
});

test("cancels a pending reconnection when it is disposed", () => {
  const { model, clock, connections, worker } = openModel();
  worker().disconnect();
  model[Symbol.dispose]();
  expect(clock.waiting).toBe(0);
  clock.advance(10_000);
  expect(connections).toHaveLength(1);
});

describe("the URLs of events", () => {
  const place = { sequence: 3, storedAt: 3_000 };

  test("contain the reference of the selected tenant", () => {
    const { model, tell } = openModel();
    tell(createSnapshot({}, { ref: "00ffa1b2c3d4e5f6" }));
    expect(model.eventAddress(place)).toBe("/event.html#event/00ffa1b2c3d4e5f6/3/3000");
    expect(model.sinceAddress(5)).toBe("/event.html#since/00ffa1b2c3d4e5f6/5");
  });

  test("are undefined without a tenant, and for a tenant without a reference", () => {
    const { model, tell } = openModel();
    expect([model.eventAddress(place), model.sinceAddress(5)]).toEqual([undefined, undefined]);
    tell(createSnapshot());
    expect([model.eventAddress(place), model.sinceAddress(5)]).toEqual([undefined, undefined]);
  });
});

describe("permissions and commands", () => {
  test("marks the shown events as viewed, up to the newest", async () => {
    const { model, tell, sent } = openModel({ "events.mark-viewed": async () => ({}) });
    tell(createSnapshot({ events: [createStoredEvent(9), createStoredEvent(8)] }, { unread: 2 }));
    await model.markViewed();
    expect(sent).toEqual([
      { command: "events.mark-viewed", request: { tenantId: sampleTenant.id, through: 9 } },
    ]);
  });

  test("marks nothing if no event is unread", async () => {
    const { model, tell, sent } = openModel();
    await model.markViewed();
    tell(createSnapshot({ events: [createStoredEvent(9)] }));
    await model.markViewed();
    expect(sent).toEqual([]);
  });

  test("retries the stream, and opens the options", async () => {
    const { model, sent, tell } = openModel({
      "stream.retry": async () => ({}),
      "options.open": async () => ({}),
    });
    await model.retryStream();
    expect(sent).toEqual([]);
    tell();
    await model.retryStream();
    await model.openOptions();
    expect(sent.map(({ command }) => command)).toEqual(["stream.retry", "options.open"]);
    expect(model.trouble.value).toBeUndefined();
  });

  test("opens the options at a section of the selected tenant, or at no section without a tenant", async () => {
    const { model, sent, tell } = openModel({ "options.open": async () => ({}) });
    await model.openOptions("credential");
    tell();
    await model.openOptions("credential");
    await model.openOptions();
    expect(sent.map(({ request }) => request)).toEqual([
      {},
      { at: { tenantId: sampleTenant.id, part: "credential" } },
      {},
    ]);
  });

  test("lists the denied origins, the tenant's canonical domain first", () => {
    const { model, tell } = openModel();
    expect(model.denied.value).toEqual([]);
    const customOrigin = "https://login.acme.example";
    tell(
      createSnapshot(
        {},
        {
          tenant: { ...sampleTenant, customOrigin },
          isPermitted: false,
          isCustomPermitted: false,
        },
      ),
    );
    expect(model.denied.value).toEqual([sampleTenant.origin, customOrigin]);
  });

  test("closes the popup after the options page is open, and not before", async () => {
    const steps: string[] = [];
    const onOptionsOpened = () => void steps.push("made way");
    const { model } = openModel(
      {
        async "options.open"() {
          steps.push("opened");
          return {};
        },
      },
      undefined,
      onOptionsOpened,
    );
    await model.openOptions();
    expect(steps).toEqual(["opened", "made way"]);
    const lost = openModel({}, createLostWorker(), onOptionsOpened);
    await lost.model.openOptions();
    expect(steps).toHaveLength(2);
  });

  test.each(["retryStream", "openOptions"] as const)(
    "%s that does not reach the worker is reported, and leaves no unhandled rejection",
    async (verb) => {
      const { model, tell } = openModel({}, createLostWorker());
      tell();
      await expect(model[verb]()).resolves.toBeUndefined();
      expect(model.trouble.value?.message).toContain("did not respond");
      tell();
      expect(model.trouble.value).toBeUndefined();
    },
  );

  test("clears the failure once the command succeeds", async () => {
    let isLost = true;
    const lost = createLostWorker();
    const { send } = createFakeWorker({ "options.open": async () => ({}) });
    const { model } = openModel({}, (name, request) => (isLost ? lost : send)(name, request));
    await model.openOptions();
    expect(model.trouble.value).toBeDefined();
    isLost = false;
    await model.openOptions();
    expect(model.trouble.value).toBeUndefined();
  });

  test("ignores a failure to mark events, which the user did not request", async () => {
    const { model, tell } = openModel({}, createLostWorker());
    tell(createSnapshot({ events: [createStoredEvent(1)] }, { unread: 1 }));
    await expect(model.markViewed()).resolves.toBeUndefined();
    expect(model.trouble.value).toBeUndefined();
    expect(model.unread.value).toBe(1);
  });
});
